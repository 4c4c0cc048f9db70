import { describe, expect, it } from 'vitest'
import { parseReader } from './demo-page.ts'

describe('the reader of a demo page', () => {
  it('sees the language and theme that the product remembers', () => {
    const headers = { cookie: 'theme=light; locale=zh', 'accept-language': 'en' }
    expect(parseReader(headers)).toEqual({ language: 'zh', theme: 'light' })
  })

  it('sees the language of the browser otherwise, and the dark theme', () => {
    expect(parseReader({ 'accept-language': 'fr, zh-CN;q=0.9, en;q=0.8' })).toEqual({
      language: 'zh',
      theme: 'dark',
    })
    expect(parseReader({ cookie: 'theme=pink; locale=fr' })).toEqual({
      language: 'en',
      theme: 'dark',
    })
  })

  it('sees English where the product has a language that the demo has not', () => {
    const headers = { cookie: 'locale=xx', 'accept-language': 'xx, fr;q=0.5' }
    expect(parseReader(headers).language).toBe('en')
  })
})
