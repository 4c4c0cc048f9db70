import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boxAround, cornersOf, matrixOf, movePoint, noTransform } from '../document/transform.ts'
import {
  changeAround,
  flip,
  handlePlace,
  resetTransform,
  rotateByPointer,
  rotateQuarter,
  scaleByHandle,
} from './transform-rules.ts'
import type { Handle } from './view.ts'

const box = { x: 10, y: 20, width: 200, height: 100 }
const start = { ...noTransform, x: 5, y: 7 }

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const scale = fc.oneof(number(0.2, 5), number(-5, -0.2))
const transform = fc.record({
  ...{ x: number(-500, 500), y: number(-500, 500) },
  ...{ scaleX: scale, scaleY: scale, rotation: number(-180, 180) },
})
const side = fc.constantFrom<Handle['x'][]>(-1, 0, 1)
const handle = fc.record({ x: side, y: side }).filter(({ x, y }) => x !== 0 || y !== 0)

describe('scaleByHandle', () => {
  it('moves one side with a handle of a side', () => {
    const by = { x: 100, y: 33 }
    const after = scaleByHandle(start, box, { handle: { x: 1, y: 0 }, by, keepsRatio: true })
    expect(after).toEqual({ ...start, x: 0, scaleX: 1.5 })
  })

  it('keeps the ratio at a corner, and frees it on demand', () => {
    const drag = { handle: { x: 1, y: 1 } as const, by: { x: 200, y: 100 } }
    expect(scaleByHandle(start, box, { ...drag, keepsRatio: true })).toMatchObject({
      ...{ scaleX: 2, scaleY: 2 },
    })
    const free = { ...drag, by: { x: 200, y: 0 }, keepsRatio: false }
    expect(scaleByHandle(start, box, free)).toMatchObject({ scaleX: 2, scaleY: 1 })
  })

  it('keeps the opposite handle where it is, and brings a free corner to the pointer', () => {
    const by = fc.record({ x: number(-300, 300), y: number(-300, 300) })
    fc.assert(
      fc.property(transform, handle, by, fc.boolean(), (before, dragged, way, keepsRatio) => {
        const after = scaleByHandle(before, box, { handle: dragged, by: way, keepsRatio })
        const other = { x: -dragged.x, y: -dragged.y } as Handle
        const at = (one: typeof before, which: Handle) =>
          movePoint(matrixOf(one), handlePlace(box, which))
        expect(at(after, other).x).toBeCloseTo(at(before, other).x, 4)
        expect(at(after, other).y).toBeCloseTo(at(before, other).y, 4)
        const isLarge = Math.abs(after.scaleX) > 0.02 && Math.abs(after.scaleY) > 0.02
        if (keepsRatio || dragged.x === 0 || dragged.y === 0 || !isLarge) return
        expect(at(after, dragged).x).toBeCloseTo(at(before, dragged).x + way.x, 4)
        expect(at(after, dragged).y).toBeCloseTo(at(before, dragged).y + way.y, 4)
      }),
    )
  })

  it('leaves a pixel of the box, and mirrors it beyond the opposite side', () => {
    const drag = { handle: { x: 1, y: 0 } as const, keepsRatio: false }
    expect(scaleByHandle(start, box, { ...drag, by: { x: -200, y: 0 } }).scaleX).toBe(1 / 200)
    expect(scaleByHandle(start, box, { ...drag, by: { x: -400, y: 0 } }).scaleX).toBe(-1)
    const corner = { handle: { x: 1, y: 1 } as const, keepsRatio: true, by: { x: -900, y: -900 } }
    expect(scaleByHandle(start, box, corner).scaleX).toBeGreaterThan(0)
  })
})

describe('rotateByPointer', () => {
  const middle = { x: 115, y: 77 }

  it('turns around the middle of the box', () => {
    const pointer = { from: { x: 115, y: 0 }, to: { x: 200, y: 77 }, inSteps: false }
    const after = rotateByPointer(start, box, pointer)
    expect(after.rotation).toBe(90)
    const place = movePoint(matrixOf(after), handlePlace(box, { x: 0, y: 0 }))
    expect(place.x).toBeCloseTo(middle.x, 6)
    expect(place.y).toBeCloseTo(middle.y, 6)
  })

  it('turns in steps of 15 degrees on demand', () => {
    const pointer = { from: { x: 115, y: 0 }, to: { x: 160, y: 10 }, inSteps: true }
    expect(rotateByPointer(start, box, pointer).rotation).toBe(30)
  })
})

describe('the buttons', () => {
  const seen = (one: typeof start) => boxAround(cornersOf(matrixOf(one), box))

  it('mirror as it is seen, also what is turned', () => {
    const turned = changeAround(start, box, { rotation: 90 })
    const flipped = flip(turned, box, 'horizontal')
    const corner = (one: typeof start) => movePoint(matrixOf(one), { x: box.x, y: box.y })
    expect(corner(turned)).toEqual({ x: 165, y: -23 })
    expect(corner(flipped)).toEqual({ x: 65, y: -23 })
    expect(seen(flipped)).toEqual(seen(turned))
  })

  it('turn by a quarter and come back after four', () => {
    let one = rotateQuarter(start, box)
    expect(one.rotation).toBe(90)
    expect(seen(one)).toMatchObject({ width: 100, height: 200 })
    for (let turns = 0; turns < 3; turns++) one = rotateQuarter(one, box)
    expect(one).toEqual(start)
  })

  it('bring back size and angle around the middle', () => {
    const changed = changeAround(start, box, { scaleX: -2, scaleY: 3, rotation: 33 })
    expect(resetTransform(changed, box)).toEqual(start)
  })
})
