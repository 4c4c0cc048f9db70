import { describe, expect, it } from 'vitest'
import { displayedPercent } from './upload-progress.ts'

describe('displayedPercent', () => {
  it.each([
    [0, 0],
    [0.5, 35],
    [0.999, 70],
  ])('gives the transfer the first 70 %%: %f of the file is %i', (share, percent) => {
    expect(displayedPercent(share, 0)).toBe(percent)
  })

  it('approaches 95 % while the server validates the file, and never exceeds it', () => {
    const shown = [0, 1_000, 2_500, 5_000, 20_000, 600_000].map((waitedMs) =>
      displayedPercent(1, waitedMs),
    )
    expect(shown[0]).toBe(70)
    expect(shown[2]).toBe(82)
    expect(shown).toEqual([...shown].sort((one, other) => one - other))
    expect(shown.at(-1)).toBe(95)
  })
})
