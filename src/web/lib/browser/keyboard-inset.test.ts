import { expect, it } from 'vitest'
import { coveredHeight } from './keyboard-inset.ts'

it.each([
  ['a keyboard', { height: 500, offsetTop: 0, scale: 1 }, 344],
  ['a keyboard under a page that was pushed up', { height: 500, offsetTop: 100, scale: 1 }, 244],
  ['none', { height: 844, offsetTop: 0, scale: 1 }, 0],
  ['the bar of the browser', { height: 780, offsetTop: 0, scale: 1 }, 0],
  ['an enlarged page', { height: 422, offsetTop: 0, scale: 2 }, 0],
])('knows %s', (_, viewport, covered) => {
  expect(coveredHeight(viewport, 844)).toBe(covered)
})
