import { expect, it } from 'vitest'
import { findByName } from './listbox.tsx'

const options = ['FLUX.1 dev', 'FLUX.1 schnell', 'Janus Pro'].map((name) => ({ name }))

it.each([
  ['f', 0, 1],
  ['f', 1, 0],
  ['flux.1 s', 0, 1],
  ['flux.1', 1, 1],
  ['j', 2, 2],
  ['x', 0, -1],
])('typing %j at option %i goes to %i', (word, at, found) =>
  expect(findByName(options, word, at)).toBe(found),
)
