import { expect, it } from 'vitest'
import { overGrey } from './over-grey.ts'

it('shows an image on grey: as it is where it is opaque, and grey where it is not', () => {
  const data = Uint8ClampedArray.from([
    ...[10, 20, 30, 255],
    ...[200, 100, 0, 0],
    ...[255, 255, 0, 51],
  ])
  const before = [...data]
  const { width, height, data: after } = overGrey({ width: 3, height: 1, data })
  expect([width, height]).toEqual([3, 1])
  // A fifth of the colour, and four of grey.
  expect([...after]).toEqual([10, 20, 30, 255, 128, 128, 128, 255, 153, 153, 102, 255])
  expect([...data]).toEqual(before)
})
