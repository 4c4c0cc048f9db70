import { describe, expect, it } from 'vitest'
import { barePath, localeOfPath, localizedPath } from './locale.ts'

describe('the language in the path', () => {
  it.each([
    ['/', 'en'],
    ['/creator/image', 'en'],
    ['/zh', 'zh'],
    ['/zh/', 'zh'],
    ['/zh/creator/image', 'zh'],
    ['/zhongguo', 'en'],
  ])('%s is %s', (path, locale) => {
    expect(localeOfPath(path)).toBe(locale)
  })

  it.each([
    ['/zh', '/'],
    ['/zh/', '/'],
    ['/zh/pricing', '/pricing'],
    ['/pricing', '/pricing'],
    ['/zhongguo', '/zhongguo'],
  ])('%s without it is %s', (path, bare) => {
    expect(barePath(path)).toBe(bare)
  })

  it('is put before a path, and taken away again', () => {
    expect(localizedPath('/pricing', 'zh')).toBe('/zh/pricing')
    expect(localizedPath('/zh/pricing', 'zh')).toBe('/zh/pricing')
    expect(localizedPath('/zh/pricing', 'en')).toBe('/pricing')
    expect(localizedPath('/', 'zh')).toBe('/zh')
    expect(localizedPath('/zh', 'en')).toBe('/')
  })
})
