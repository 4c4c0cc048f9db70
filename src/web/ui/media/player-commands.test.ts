import { describe, expect, it } from 'vitest'
import { commandOf, seekStep } from './player-commands.ts'
import { clockText } from './player-texts.ts'

describe('the keys of a player', () => {
  it.each([
    [' ', { do: 'toggle' }],
    ['K', { do: 'toggle' }],
    ['ArrowLeft', { do: 'seek-by', direction: -1 }],
    ['ArrowUp', { do: 'volume-by', direction: 1 }],
    ['End', { do: 'seek-to', share: 1 }],
    ['7', { do: 'seek-to', share: 0.7 }],
    ['f', { do: 'full-screen' }],
  ])('%j', (key, command) => {
    expect(commandOf(key)).toEqual(command)
  })

  it.each(['Enter', 'Tab', 'F5', 'x', '12'])('%s is no command', (key) => {
    expect(commandOf(key)).toBeUndefined()
  })

  it('step a tenth of a short video, never more than 5 s', () => {
    expect(seekStep(6)).toBeCloseTo(0.6)
    expect(seekStep(600)).toBe(5)
  })
})

describe('clockText', () => {
  it.each([
    [0, '0:00'],
    [65.9, '1:05'],
    [3665, '1:01:05'],
    [Number.NaN, '0:00'],
    [Number.POSITIVE_INFINITY, '0:00'],
  ])('%d s', (seconds, text) => {
    expect(clockText(seconds)).toBe(text)
  })
})
