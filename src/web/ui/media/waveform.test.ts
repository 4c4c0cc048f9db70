import { describe, expect, it } from 'vitest'
import { peaksOf } from './waveform.tsx'

describe('peaksOf', () => {
  it('contains the loudest moment of each part, in either direction, as a share of the loudest of all', () => {
    expect(peaksOf(Float32Array.from([0.25, 0.125, -0.5, 0.0625, 0, 0.125]), 3)).toEqual([
      0.5, 1, 0.25,
    ])
  })

  it('draws silence as silence', () => {
    expect(peaksOf(new Float32Array(10), 2)).toEqual([0, 0])
  })

  it('has an entry for every part of an audio with fewer samples than that', () => {
    expect(peaksOf(Float32Array.from([1, 0.5]), 4)).toHaveLength(4)
  })
})
