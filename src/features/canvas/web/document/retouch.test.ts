import { expect, test } from 'vitest'
import { retouchParts } from './retouch.ts'

const whole = { x: -10, y: 0, width: 100, height: 50 }

test('a stroke near the edge is what is on the document, with its source', () => {
  const bounds = { x: -20, y: 40, width: 30, height: 20 }
  expect(retouchParts(bounds, { x: 40, y: -20 }, whole)).toEqual({
    target: { x: -10, y: 40, width: 20, height: 10 },
    area: { x: -10, y: 20, width: 60, height: 30 },
  })
})

test('a stroke changes nothing where it, or its source, is outside of the document', () => {
  const bounds = { x: 0, y: 0, width: 10, height: 10 }
  expect(retouchParts({ ...bounds, y: 60 }, { x: 0, y: 0 }, whole)).toBeNull()
  expect(retouchParts(bounds, { x: 0, y: 60 }, whole)).toBeNull()
})
