import { describe, expect, it } from 'vitest'
import { parseReader } from './demo-page.ts'

describe('who reads a page of the demo', () => {
  it('is met in the language and theme that the product remembers', () => {
    const headers = { cookie: 'theme=light; locale=zh', 'accept-language': 'en' }
    expect(parseReader(headers)).toEqual({ language: 'zh', theme: 'light' })
  })

  it('is met in the language of the browser otherwise, and in the dark', () => {
    expect(parseReader({ 'accept-language': 'fr, zh-CN;q=0.9, en;q=0.8' })).toEqual({
      language: 'zh',
      theme: 'dark',
    })
    expect(parseReader({ cookie: 'theme=pink; locale=fr' })).toEqual({
      language: 'en',
      theme: 'dark',
    })
  })

  it('is met in English where the product speaks a language that the demo does not', () => {
    const headers = { cookie: 'locale=xx', 'accept-language': 'xx, de;q=0.5' }
    expect(parseReader(headers).language).toBe('en')
  })
})
