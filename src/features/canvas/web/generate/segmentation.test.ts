import { describe, expect, it, test } from 'vitest'
import { combineSelections, maskIn, selectionOf } from '../document/selection.ts'
import { maskToPixels } from '../pixels/mask.ts'
import type { ModelSizes } from '../pixels/model-sizes.ts'
import { createMask, type Pixels, type Rect } from '../pixels/pixels.ts'
import { resizeMask } from '../pixels/resize.ts'
import { createRandom, drawing, drawnMask, plain, randomInteger } from '../pixels/test-support.ts'
import { planSegmentation, type Segmentation, selectionFromMask } from './segmentation.ts'

const sizes: ModelSizes = { minSide: 32, maxSide: 256, multipleOf: 16 }
const document = { width: 12, height: 8 }

/** What is sent as it is, without a pixel more. */
const exactly = (area: Rect): Segmentation => ({
  area,
  plan: { crop: area, size: area, reachesOutside: false },
})

/** What is selected of the whole document, as a drawing. */
const drawn = (selection: ReturnType<typeof selectionFromMask>) =>
  selection && drawing(maskIn(selection, { x: 0, y: 0, ...document }))

const object = drawnMask('.##.', '.##.', '.+..')
const white = (mask = object): Pixels => maskToPixels(mask, 'white')

describe('the mask of a model', () => {
  it('is selected at its place: white wholly, grey partly', () => {
    const selection = selectionFromMask(white(), exactly({ x: 3, y: 2, width: 4, height: 3 }))
    expect(selection?.bounds).toEqual({ x: 4, y: 2, width: 2, height: 3 })
    expect(drawn(selection)).toEqual([
      ...['............', '............', '....##......', '....##......', '....+.......'],
      ...['............', '............', '............'],
    ])
    expect(selection?.mask.data.at(-2)).toBe(128)
  })

  it.each([2, 3, 8])('is scaled where the model answers %i times as large', (factor) => {
    const area = { x: 3, y: 2, width: 4, height: 3 }
    const larger = createMask({ width: 4 * factor, height: 3 * factor })
    for (let at = 0; at < larger.data.length; at++) {
      const [column, row] = [at % larger.width, Math.floor(at / larger.width)]
      larger.data[at] = object.data[Math.floor(row / factor) * 4 + Math.floor(column / factor)] ?? 0
    }
    expect(drawn(selectionFromMask(white(larger), exactly(area)))).toEqual(
      drawn(selectionFromMask(white(), exactly(area))),
    )
  })

  it('is scaled where the model answers smaller, each side by itself', () => {
    const area = { x: 0, y: 0, width: 12, height: 8 }
    const selection = selectionFromMask(white(drawnMask('#.', '..')), exactly(area))
    expect(selection?.mask.data[0]).toBe(255)
    expect(selection?.bounds).toMatchObject({ x: 0, y: 0 })
    expect(selection?.bounds.width).toBeLessThan(12)
    expect(selection?.bounds.height).toBeLessThan(8)
  })

  it('selects nothing beside the frame, although more was sent', () => {
    const area = { x: 4, y: 3, width: 3, height: 2 }
    const all = white(resizeMask(drawnMask('#'), { width: 6, height: 4 }))
    const crop = { x: 2, y: 2, width: 6, height: 4 }
    const plan = { crop, size: crop, reachesOutside: false }
    expect(selectionFromMask(all, { area, plan })?.bounds).toEqual(area)
    const one = white(drawnMask('......', '#.....', '...#..', '......'))
    const place = { x: 5, y: 4, width: 1, height: 1 }
    expect(selectionFromMask(one, { area, plan })?.bounds).toEqual(place)
  })

  it('selects nothing where it is black, nearly black or transparent', () => {
    const job = exactly({ x: 0, y: 0, ...document })
    expect(selectionFromMask(plain(document, [0, 0, 0, 255]), job)).toBeNull()
    expect(selectionFromMask(plain(document, [7, 7, 7, 255]), job)).toBeNull()
    expect(selectionFromMask(plain(document, [255, 255, 255, 0]), job)).toBeNull()
    const nearlyWhite = selectionFromMask(plain(document, [249, 249, 249, 255]), job)
    expect(nearlyWhite?.mask.data.every((value) => value === 255)).toBe(true)
  })

  it('joins the selection before as it is chosen', () => {
    const area = { x: 3, y: 2, width: 4, height: 3 }
    const found = selectionFromMask(white(), exactly(area))
    const before = selectionOf(drawnMask('###'), { x: 3, y: 2 })
    const row = (operation: Parameters<typeof combineSelections>[2]) =>
      drawn(combineSelections(before, found, operation))?.slice(2, 4)
    expect(row('replace')).toEqual(['....##......', '....##......'])
    expect(row('add')).toEqual(['...###......', '....##......'])
    expect(row('subtract')).toEqual(['...#........', '............'])
    expect(row('intersect')).toEqual(['....##......', '............'])
  })
})

test('what is sent is the frame on the document, at a size that the model takes', () => {
  const random = createRandom(41)
  const whole = (min: number, max: number) => randomInteger(random, min, max)
  for (let run = 0; run < 200; run++) {
    const size = { width: whole(1, 600), height: whole(1, 600) }
    const frame = {
      ...{ x: whole(-300, size.width + 50), y: whole(-300, size.height + 50) },
      ...{ width: whole(1, 600), height: whole(1, 600) },
    }
    const said = JSON.stringify({ size, frame })
    const planned = planSegmentation({ sizes }, { document: size, frame })
    const isBeside =
      frame.x >= size.width ||
      frame.y >= size.height ||
      frame.x + frame.width <= 0 ||
      frame.y + frame.height <= 0
    expect(planned === null, said).toBe(isBeside)
    if (!planned) continue
    const { area, plan } = planned
    expect(area.x >= 0 && area.y >= 0, said).toBe(true)
    expect(area.x + area.width <= size.width, said).toBe(true)
    expect(area.y + area.height <= size.height, said).toBe(true)
    expect(plan.crop.x <= area.x && plan.crop.y <= area.y, said).toBe(true)
    expect(plan.crop.x + plan.crop.width >= area.x + area.width, said).toBe(true)
    expect(plan.crop.y + plan.crop.height >= area.y + area.height, said).toBe(true)
    expect([plan.size.width % 16, plan.size.height % 16], said).toEqual([0, 0])
    const all = maskToPixels(resizeMask(drawnMask('#'), plan.size), 'white')
    expect(selectionFromMask(all, planned)?.bounds, said).toEqual(area)
  }
})
