import { describe, expect, it } from 'vitest'
import { viewerCommand } from './viewer-keys.ts'

const key = (name: string, held = {}) =>
  viewerCommand({ key: name, altKey: false, ctrlKey: false, metaKey: false, ...held })

describe('the keys of the viewer', () => {
  it.each([
    ['ArrowRight', 'next'],
    ['+', 'larger'],
    ['0', 'fit'],
    ['F', 'favorite'],
    ['Backspace', 'remove'],
  ])('%s: %s', (name, command) => {
    expect(key(name)).toBe(command)
  })

  it('leaves the browser its own shortcuts, and other keys', () => {
    expect(key('f', { ctrlKey: true })).toBeUndefined()
    expect(key('d', { metaKey: true })).toBeUndefined()
    expect(key('ArrowLeft', { altKey: true })).toBeUndefined()
    expect(key('q')).toBeUndefined()
  })
})
