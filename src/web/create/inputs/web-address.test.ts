import { describe, expect, it } from 'vitest'
import { isOwnAddress, isWebAddress, shortAddress } from './web-address.ts'

describe('isWebAddress', () => {
  it.each(['https://example.com/a.jpg', 'http://example.com'])('accepts %s', (address) => {
    expect(isWebAddress(address)).toBe(true)
  })
  it.each([
    'example.com/a.jpg',
    'ftp://example.com/a.jpg',
    'data:image/png;base64,',
    'javascript:alert(1)',
    '',
  ])('does not accept “%s”', (address) => {
    expect(isWebAddress(address)).toBe(false)
  })
})

describe('isOwnAddress', () => {
  const origin = 'https://studio.example'
  it('recognizes our own files, with and without our origin', () => {
    expect(isOwnAddress('/media/1/a.jpg', origin)).toBe(true)
    expect(isOwnAddress('https://studio.example/media/1/a.jpg', origin)).toBe(true)
  })
  it.each([
    'https://example.com/media/1/a.jpg',
    '//example.com/media/1/a.jpg',
    '/api/account',
    'blob:x',
  ])('does not accept %s as ours', (address) => {
    expect(isOwnAddress(address, origin)).toBe(false)
  })
})

describe('shortAddress', () => {
  it('shows the host and the name of a file', () => {
    expect(shortAddress('https://example.com/a/b/beach.jpg?size=2')).toBe('example.com/…/beach.jpg')
    expect(shortAddress('https://example.com/')).toBe('example.com')
  })
})
