import { describe, expect, it } from 'vitest'
import { snippet } from './snippet.ts'

describe('a prompt in the grid', () => {
  it('is whole up to 60 characters', () => {
    expect(snippet('a'.repeat(60))).toBe('a'.repeat(60))
  })

  it('is cut after 60, whatever they are made of', () => {
    expect(snippet('🦊'.repeat(61))).toBe(`${'🦊'.repeat(60)}…`)
  })
})
