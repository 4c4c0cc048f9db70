import { describe, expect, it } from 'vitest'
import { vace } from '#core/models/definitions/vace.ts'
import { initialValues } from '#core/models/rules/form-values.ts'
import { fluxProKontext } from '#testing/models.ts'
import { matchingRatio, usedSeconds } from './input-rules.ts'

describe('matchingRatio', () => {
  const { aspect_ratio } = fluxProKontext.fields

  it('offers the ratio of the input where another one is selected', () => {
    const upright = { width: 1200, height: 1600 }
    expect(matchingRatio(aspect_ratio, '1:1', upright)).toEqual({ name: '3:4', option: '3:4' })
    expect(matchingRatio(aspect_ratio, '3:4', upright)).toBeUndefined()
    expect(matchingRatio(aspect_ratio, 'auto', upright)).toBeUndefined()
  })

  it('offers auto for a ratio that is not in the list', () => {
    expect(matchingRatio(vace.fields.aspect_ratio, '16:9', { width: 1200, height: 1600 })).toEqual({
      name: '3:4',
      option: 'auto',
    })
    expect(matchingRatio(aspect_ratio, '1:1', { width: 1000, height: 4000 })?.name).toBe(
      '1000 × 4000',
    )
  })

  it('says nothing where the form has no ratios', () => {
    expect(matchingRatio(undefined, undefined, { width: 3, height: 4 })).toBeUndefined()
  })
})

describe('usedSeconds', () => {
  it('is known where the input is longer than the result', () => {
    const values = initialValues(vace)
    expect(usedSeconds(vace, values, { width: 1, height: 1, seconds: 12 })).toEqual({
      used: 5.1,
      of: 12,
    })
    expect(usedSeconds(vace, values, { width: 1, height: 1, seconds: 5 })).toBeUndefined()
    expect(usedSeconds(vace, values, { width: 1, height: 1 })).toBeUndefined()
  })
})
