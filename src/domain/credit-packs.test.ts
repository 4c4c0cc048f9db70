import { describe, expect, it } from 'vitest'
import { builtInModels } from '#catalogue/catalogue.ts'
import { kinds } from '#catalogue/kinds.ts'
import { defaultPacks, piecesFor, piecesOf, priceList } from './credit-packs.ts'

describe('credit packs', () => {
  it('price every offered model once', () => {
    const listed = priceList({}).flatMap(({ models }) => models)
    const offered = new Set(
      builtInModels.filter(({ hidden, standsIn }) => !hidden && !standsIn).map(({ id }) => id),
    )
    expect(new Set(listed.map(({ model }) => model.id))).toEqual(offered)
    expect(listed).toHaveLength(offered.size)
    for (const { credits } of listed) expect(credits).toBeGreaterThan(0)
  })

  it('count the default model of a form, at the operator’s own price', () => {
    expect(piecesFor('image', 1_000, {})).toBe(33)
    expect(piecesFor('image', 1_000, { 'flux-dev': 25 })).toBe(40)
    expect(piecesFor('image-understanding', 1_000, {})).toBe(10)
  })

  it('count no pieces of a free model', () => {
    const [{ models: [priced] = [] } = {}] = priceList({})
    if (!priced) throw new Error('No model is offered')
    expect(piecesOf({ ...priced, credits: 0 }, 1_000)).toBe(0)
  })

  it('buy at least one of each kind with the smallest pack', () => {
    const [smallest] = defaultPacks.packs
    for (const kind of kinds) expect(piecesFor(kind, smallest?.credits ?? 0, {})).toBeGreaterThan(0)
  })
})
