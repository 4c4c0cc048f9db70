import { describe, expect, it } from 'vitest'
import { composeOnto } from '../pixels/blend.ts'
import { planFrame } from '../pixels/frame.ts'
import { maskBounds } from '../pixels/mask.ts'
import type { ModelSizes } from '../pixels/model-sizes.ts'
import {
  copyPixels,
  createMask,
  cropMask,
  cropPixels,
  type Mask,
  type Rect,
  type Size,
} from '../pixels/pixels.ts'
import { createRandom, noise, randomInteger, randomMask } from '../pixels/test-support.ts'
import { resultLayer } from './result-layer.ts'

const random = createRandom(37)
const whole = (least: number, most: number) => randomInteger(random, least, most)

describe('resultLayer', () => {
  const limits: ModelSizes[] = [
    { multipleOf: 8, minSide: 32, maxSide: 256 },
    { multipleOf: 16, minSide: 48 },
    {
      sizes: [
        { width: 64, height: 64 },
        { width: 96, height: 54 },
        { width: 48, height: 64 },
      ],
    },
    {
      ratios: [
        { width: 16, height: 9 },
        { width: 1, height: 1 },
      ],
      multipleOf: 8,
    },
    {},
  ]
  const cases = Array.from({ length: 60 }, (_, run) => ({ run, isMasked: run % 4 > 0 }))

  it.each(cases)(
    'changes nothing outside of mask and seam, or of the frame without one (case $run)',
    ({ run, isMasked }) => {
      const document = { width: whole(20, 80), height: whole(20, 80) }
      const base = noise(document, random, run % 2 === 0)
      const frame = {
        ...{ x: whole(-30, document.width - 1), y: whole(-30, document.height - 1) },
        ...{ width: whole(20, 80), height: whole(20, 80) },
      }
      const seam = { grow: whole(0, 6), feather: whole(0, 12), padding: whole(0, 40) }
      // What is painted within the frame.
      const painted = isMasked ? randomMask(frame, random) : null
      const bounds = painted && maskBounds(painted)
      const plan = planFrame({
        ...{ document, frame, padding: bounds ? seam.padding : 0, outside: 'extend' },
        maskBounds: bounds && { ...bounds, x: bounds.x + frame.x, y: bounds.y + frame.y },
        sizes: limits[run % limits.length] ?? {},
      })
      const { crop, size } = plan
      const within = { ...crop, x: crop.x - frame.x, y: crop.y - frame.y }
      const job = { frame, plan, mask: painted && cropMask(painted, within), seam }

      // The model makes all of it anew, opaque, and now and then in a size of its own.
      const resultSize = run % 5 === 0 ? { width: whole(8, 90), height: whole(8, 90) } : size
      const changed = copyPixels(base)
      composeOnto(changed, resultLayer(noise(resultSize, random, true), job), {
        at: { x: crop.x, y: crop.y },
      })

      const isReached = reachOf(document, frame, painted, seam.grow + seam.feather)
      const differing: string[] = []
      for (const [at, isOpen] of isReached.entries()) {
        const pixel = [0, 1, 2, 3].map((channel) => at * 4 + channel)
        const isSame = pixel.every((byte) => changed.data[byte] === base.data[byte])
        if (!isOpen && !isSame)
          differing.push(`${at % document.width}, ${Math.floor(at / document.width)}`)
      }
      expect(differing).toEqual([])
      if (isReached.includes(true)) expect(changed).not.toEqual(base)
    },
  )

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

/** Of each pixel of a document, whether a result may change it: measured from the mask itself. */
function reachOf(document: Size, frame: Rect, painted: Mask | null, reach: number): boolean[] {
  const isReached = Array.from({ length: document.width * document.height }, () => false)
  const mark = (x: number, y: number) => {
    if (x < 0 || y < 0 || x >= document.width || y >= document.height) return
    isReached[y * document.width + x] = true
  }
  for (let at = 0; at < frame.width * frame.height; at++) {
    if (painted && painted.data[at] === 0) continue
    const x = frame.x + (at % frame.width)
    const y = frame.y + Math.floor(at / frame.width)
    const around = painted ? reach : 0
    for (let dy = -around; dy <= around; dy++)
      for (let dx = -around; dx <= around; dx++)
        if (Math.hypot(dx, dy) <= around) mark(x + dx, y + dy)
  }
  return isReached
}
