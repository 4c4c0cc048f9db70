import { describe, expect, it } from 'vitest'
import {
  aroundImage,
  changesNothing,
  extendedBounds,
  flip,
  type ImageEdit,
  moveTo,
  noEdit,
  pixelFrame,
  reachesOutside,
  resize,
  turn,
  wholeFrame,
  withRatio,
} from './frame.ts'

const source = { width: 400, height: 300 }
const whole = wholeFrame(source)
const frame = { x: 10, y: 20, width: 100, height: 50 }
const edit: ImageEdit = { turns: 0, isMirrored: false, frame }

describe('turn', () => {
  it('keeps the part of the image that is framed', () => {
    expect(turn(edit, source, 'right')).toEqual({
      turns: 1,
      isMirrored: false,
      frame: { x: 230, y: 10, width: 50, height: 100 },
    })
    expect(turn(turn(edit, source, 'right'), source, 'left')).toEqual(edit)
  })

  it('is undone by four turns, also of a mirrored image', () => {
    for (const start of [edit, flip(edit, source, 'horizontally')]) {
      let turned = start
      for (let count = 0; count < 4; count += 1) turned = turn(turned, source, 'right')
      expect(turned).toEqual(start)
    }
  })

  it('turns a mirrored image the way it is shown', () => {
    const mirrored = flip(edit, source, 'horizontally')
    expect(turn(mirrored, source, 'right').turns).toBe(3)
    // Turned, mirrored and turned back, it is upside down.
    const back = turn(flip(turn(edit, source, 'right'), source, 'horizontally'), source, 'left')
    expect(back).toEqual(flip(edit, source, 'vertically'))
  })
})

describe('flip', () => {
  it('twice changes nothing', () => {
    for (const direction of ['horizontally', 'vertically'] as const)
      expect(flip(flip(edit, source, direction), source, direction)).toEqual(edit)
  })

  it('in both directions is half a turn', () => {
    const both = flip(flip(edit, source, 'horizontally'), source, 'vertically')
    expect(both).toEqual(turn(turn(edit, source, 'right'), source, 'right'))
  })
})

describe('resize', () => {
  it('moves the sides of a handle, and stops at the edges of the image', () => {
    expect(resize(frame, { x: 1, y: 1 }, { x: 200, y: 999 }, whole, undefined)).toEqual({
      ...{ x: 10, y: 20, width: 190, height: 280 },
    })
    expect(resize(frame, { x: -1, y: 0 }, { x: -50, y: 0 }, whole, undefined)).toEqual({
      ...{ x: 0, y: 20, width: 110, height: 50 },
    })
  })

  it('stops at the smallest frame', () => {
    expect(resize(frame, { x: 1, y: 0 }, { x: 0, y: 0 }, whole, undefined).width).toBe(32)
  })

  it('keeps a ratio inside the image, the opposite corner in place', () => {
    const resized = resize(frame, { x: -1, y: 1 }, { x: -500, y: 1_000 }, whole, 2)
    expect(resized).toEqual({ x: 0, y: 20, width: 110, height: 55 })
    const upwards = resize(frame, { x: 1, y: -1 }, { x: 400, y: 60 }, whole, 2)
    expect(upwards).toEqual({ x: 10, y: 0, width: 140, height: 70 })
  })
})

describe('withRatio', () => {
  it('is the largest that fits around the middle of the frame before', () => {
    expect(withRatio(frame, 1, whole)).toEqual({ x: 0, y: 0, width: 300, height: 300 })
    expect(withRatio({ ...frame, x: 300 }, 1, whole).x).toBe(100)
  })
})

it('moves a frame as far as the image reaches', () => {
  expect(moveTo(frame, { x: 999, y: -5 }, whole)).toEqual({ ...frame, x: 300, y: 0 })
})

it('rounds to pixels inside of the image', () => {
  const wide = { x: 0.6, y: 0, width: 399.6, height: 300 }
  expect(pixelFrame(wide, whole)).toEqual({ x: 1, y: 0, width: 399, height: 300 })
})

it('recognizes an edit that changes nothing', () => {
  expect(changesNothing(noEdit(source), source)).toBe(true)
  expect(changesNothing(edit, source)).toBe(false)
  expect(changesNothing(flip(noEdit(source), source, 'vertically'), source)).toBe(false)
})

describe('an extended image', () => {
  const bounds = extendedBounds(source)

  it('has room for half of its size on each side', () => {
    expect(bounds).toEqual({ x: -200, y: -150, width: 800, height: 600 })
    expect(moveTo(whole, { x: -999, y: 999 }, bounds)).toEqual({ ...whole, x: -200, y: 150 })
    const wide = resize(whole, { x: -1, y: 0 }, { x: -999, y: 0 }, bounds, undefined)
    expect(wide).toEqual({ x: -200, y: 0, width: 600, height: 300 })
    expect(pixelFrame({ ...wide, x: -199.7 }, bounds)).toEqual(wide)
  })

  it('is shown whole in a ratio, unless that needs too much room', () => {
    expect(aroundImage(source, 2, bounds)).toEqual({ x: -100, y: 0, width: 600, height: 300 })
    expect(aroundImage(source, 1, bounds)).toEqual({ x: 0, y: -50, width: 400, height: 400 })
    expect(aroundImage(source, 4, bounds)).toEqual({ x: -200, y: 50, width: 800, height: 200 })
  })

  it('begins half a pixel outside', () => {
    expect(reachesOutside({ ...whole, x: -0.4 }, source)).toBe(false)
    expect(reachesOutside({ ...whole, x: -1 }, source)).toBe(true)
    expect(reachesOutside({ ...whole, height: 301 }, source)).toBe(true)
  })
})
