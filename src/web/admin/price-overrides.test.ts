import { expect, it } from 'vitest'
import { changePrice } from './price-overrides.ts'

const video = { model: 'wan', tiers: ['480p', '720p'] }

it.each([
  [
    'of its only tier',
    {},
    { model: 'flux', tiers: ['base'], tier: 'base', credits: 9 },
    { flux: 9 },
  ],
  ['of one tier', { flux: 9 }, { ...video, tier: '480p', credits: 5 }, { flux: 9, 'wan.480p': 5 }],
  ['again', { 'wan.480p': 5 }, { ...video, tier: '480p', credits: 6 }, { 'wan.480p': 6 }],
  ['back', { 'wan.480p': 5, flux: 9 }, { ...video, tier: '480p', credits: null }, { flux: 9 }],
  [
    'of one tier of all',
    { wan: 7 },
    { ...video, tier: '480p', credits: 5 },
    { 'wan.720p': 7, 'wan.480p': 5 },
  ],
  [
    'of one tier of all, back',
    { wan: 7 },
    { ...video, tier: '480p', credits: null },
    { 'wan.720p': 7 },
  ],
  [
    'of its only tier, by the name of the tier',
    { 'flux.base': 8 },
    { model: 'flux', tiers: ['base'], tier: 'base', credits: null },
    {},
  ],
])('changes the price %s, and no other', (_, before, change, after) => {
  expect(changePrice(before, change)).toEqual(after)
})
