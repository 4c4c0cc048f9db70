import { describe, expect, it } from 'vitest'
import { shownPercent } from './upload-progress.ts'

describe('shownPercent', () => {
  it.each([
    [0, 0],
    [0.5, 35],
    [0.999, 70],
  ])('gives the transfer the first 70 %%: %f of the file is %i', (share, percent) => {
    expect(shownPercent(share, 0)).toBe(percent)
  })

  it('creeps to 95 % while the server looks at the file, and never beyond', () => {
    const shown = [0, 1_000, 2_500, 5_000, 20_000, 600_000].map((waited) => shownPercent(1, waited))
    expect(shown[0]).toBe(70)
    expect(shown[2]).toBe(82)
    expect(shown).toEqual([...shown].sort((one, other) => one - other))
    expect(shown.at(-1)).toBe(95)
  })
})
