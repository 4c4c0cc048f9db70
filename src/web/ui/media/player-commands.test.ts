import { describe, expect, it } from 'vitest'
import { commandOf, frameTime, nextSpeed, seekStep } from './player-commands.ts'
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
    [',', { do: 'frame-by', direction: -1 }],
    ['.', { do: 'frame-by', direction: 1 }],
    ['>', { do: 'speed-by', direction: 1 }],
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

describe('frameTime', () => {
  const fps = 16
  const at = (time: number, direction: -1 | 1) => frameTime(time, direction, fps, 5) * fps

  it('returns the middle of the next and the previous frame', () => {
    expect(at(0, 1)).toBe(1.5)
    expect(at(1.5 / fps, 1)).toBe(2.5)
    expect(at(2 / fps, -1)).toBe(1.5)
  })

  it('stays on the first and on the last frame', () => {
    expect(at(0.5 / fps, -1)).toBe(0.5)
    expect(at(5, 1)).toBe(79.5)
    expect(at(5, -1)).toBe(79.5)
  })
})

describe('nextSpeed', () => {
  it.each([
    [1, 1, 1.25],
    [1, -1, 0.75],
    [2, 1, 2],
    [0.25, -1, 0.25],
    [1.1, -1, 1],
  ] as const)('from %d by %d to %d', (speed, direction, next) => {
    expect(nextSpeed(speed, direction)).toBe(next)
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
