import { describe, expect, it } from 'vitest'
import { barePath, languageOfPath, pathIn } from './languages.ts'

describe('the language in the path', () => {
  it.each([
    ['/', 'en'],
    ['/creator/image', 'en'],
    ['/zh', 'zh'],
    ['/zh/', 'zh'],
    ['/zh/creator/image', 'zh'],
    ['/zh?a=/x', 'zh'],
    ['/zh#top', 'zh'],
    ['/zhongguo', 'en'],
  ])('%s is %s', (path, locale) => {
    expect(languageOfPath(path)).toBe(locale)
  })

  it.each([
    ['/zh', '/'],
    ['/zh/', '/'],
    ['/zh?a=1', '/?a=1'],
    ['/zh//evil.example', '/evil.example'],
    ['/zh/pricing', '/pricing'],
    ['/pricing', '/pricing'],
    ['/zhongguo', '/zhongguo'],
  ])('%s without it is %s', (path, bare) => {
    expect(barePath(path)).toBe(bare)
  })

  it('is added to a path, and removed again', () => {
    expect(pathIn('/pricing', 'zh')).toBe('/zh/pricing')
    expect(pathIn('/zh/pricing', 'zh')).toBe('/zh/pricing')
    expect(pathIn('/zh/pricing', 'en')).toBe('/pricing')
    expect(pathIn('/', 'zh')).toBe('/zh')
    expect(pathIn('/zh', 'en')).toBe('/')
    expect(pathIn('/?a=1#b', 'zh')).toBe('/zh?a=1#b')
    expect(pathIn('/pricing?a=/zh', 'zh')).toBe('/zh/pricing?a=/zh')
  })
})
