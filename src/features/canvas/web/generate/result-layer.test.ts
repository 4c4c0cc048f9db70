import { describe, expect, it } from 'vitest'
import { composeOnto } from '../pixels/blend.ts'
import { planFrame } from '../pixels/frame.ts'
import { maskBounds } from '../pixels/mask.ts'
import { seamMask } from '../pixels/paste-back.ts'
import { copyPixels, createMask, cropMask, cropPixels } from '../pixels/pixels.ts'
import { createRandom, noise, randomInteger, randomMask } from '../pixels/test-support.ts'
import { resultLayer } from './result-layer.ts'

const random = createRandom(37)
const whole = (least: number, most: number) => randomInteger(random, least, most)

describe('resultLayer', () => {
  it('changes nothing outside of mask and seam, for 50 masks, sizes and results', () => {
    for (let run = 0; run < 50; run++) {
      const document = { width: whole(40, 120), height: whole(40, 120) }
      const base = noise(document, random)
      const mask = randomMask(document, random)
      const seam = { grow: whole(0, 4), feather: whole(0, 8), padding: whole(12, 30) }
      const plan = planFrame({
        ...{ document, frame: { x: 0, y: 0, ...document }, maskBounds: maskBounds(mask) },
        ...{ padding: seam.padding, outside: 'extend' },
        sizes: { multipleOf: 8, minSide: 32, maxSide: 256 },
      })
      const { crop } = plan
      const result = noise(plan.size, random)
      const job = { frame: { x: 0, y: 0, ...document }, plan, mask: cropMask(mask, crop), seam }
      const changed = copyPixels(base)
      composeOnto(changed, resultLayer(result, job), { at: { x: crop.x, y: crop.y } })
      const reached = cropMask(seamMask(cropMask(mask, crop), seam), {
        ...{ x: -crop.x, y: -crop.y },
        ...document,
      })
      for (let at = 0; at < reached.data.length; at++)
        if (reached.data[at] === 0)
          expect(changed.data.slice(at * 4, at * 4 + 4)).toEqual(
            base.data.slice(at * 4, at * 4 + 4),
          )
    }
  })

  it('is the model’s own picture where the mask is whole, and all of it without a mask', () => {
    const document = { width: 64, height: 64 }
    const frame = { x: 0, y: 0, ...document }
    const plan = planFrame({ document, frame, padding: 0, outside: 'extend', sizes: {} })
    const result = noise(plan.size, random, true)
    const seam = { grow: 0, feather: 4, padding: 0 }
    expect(resultLayer(result, { frame, plan, mask: null, seam }).data).toEqual(result.data)
    const mask = createMask(document)
    mask.data.fill(255, 20 * 64, 40 * 64)
    const layer = resultLayer(result, { frame, plan, mask, seam })
    const rows = { x: 0, y: 20, width: 64, height: 20 }
    expect(cropPixels(layer, rows).data).toEqual(cropPixels(result, rows).data)
    expect(layer.data[3]).toBe(0)
  })
})
