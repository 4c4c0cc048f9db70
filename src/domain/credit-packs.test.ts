import { describe, expect, it } from 'vitest'
import { catalogue } from '#catalogue/catalogue.ts'
import { kinds } from '#catalogue/kinds.ts'
import { defaultPacks, piecesFor, priceList } from './credit-packs.ts'

describe('what credits buy', () => {
  it('is priced for every model that is offered, once each', () => {
    const listed = priceList({}).flatMap(({ models }) => models)
    const offered = new Set(
      catalogue.filter(({ hidden, standsIn }) => !hidden && !standsIn).map(({ id }) => id),
    )
    expect(new Set(listed.map(({ model }) => model.id))).toEqual(offered)
    expect(listed).toHaveLength(offered.size)
    for (const { credits } of listed) expect(credits).toBeGreaterThan(0)
  })

  it('counts the model that a form starts with, at the operator’s own price', () => {
    expect(piecesFor('image', 1_000, {})).toBe(33)
    expect(piecesFor('image', 1_000, { 'flux-dev': 25 })).toBe(40)
    expect(piecesFor('image-understanding', 1_000, {})).toBe(10)
  })

  it('is at least one piece of each kind with the smallest pack', () => {
    const [smallest] = defaultPacks.packs
    for (const kind of kinds) expect(piecesFor(kind, smallest?.credits ?? 0, {})).toBeGreaterThan(0)
  })
})
