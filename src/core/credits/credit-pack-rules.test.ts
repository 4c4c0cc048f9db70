import { describe, expect, it } from 'vitest'
import { builtInModels } from '#core/models/rules/catalogue.ts'
import { kinds } from '#core/models/rules/kinds.ts'
import { cataloguePrices } from '#core/models/rules/price.ts'
import { defaultPacks, piecesFor, piecesOf, priceList } from './credit-pack-rules.ts'

describe('credit packs', () => {
  it('price every offered model once', () => {
    const listed = priceList(cataloguePrices).flatMap(({ models }) => models)
    const offered = new Set(
      builtInModels.filter(({ hidden, standsIn }) => !hidden && !standsIn).map(({ id }) => id),
    )
    expect(new Set(listed.map(({ model }) => model.id))).toEqual(offered)
    expect(listed).toHaveLength(offered.size)
    for (const { credits } of listed) expect(credits).toBeGreaterThan(0)
  })

  it('count the default model of a form, at the operator’s own price', () => {
    expect(piecesFor('image', 1_000, cataloguePrices)).toBe(33)
    expect(piecesFor('image', 1_000, { percent: 100, models: { 'flux-dev': 25 } })).toBe(40)
    expect(piecesFor('image-understanding', 1_000, cataloguePrices)).toBe(10)
  })

  it('count at a percentage of the catalogue’s prices, beside own ones', () => {
    expect(piecesFor('image', 1_000, { percent: 150, models: {} })).toBe(22)
    expect(piecesFor('image', 1_000, { percent: 1, models: {} })).toBe(1_000)
    expect(piecesFor('image', 1_000, { percent: 150, models: { 'flux-dev': 25 } })).toBe(40)
  })

  it('count no pieces of a free model', () => {
    const [{ models: [priced] = [] } = {}] = priceList(cataloguePrices)
    if (!priced) throw new Error('No model is offered')
    expect(piecesOf({ ...priced, credits: 0 }, 1_000)).toBe(0)
  })

  it('buy at least one of each kind with the smallest pack', () => {
    const [smallest] = defaultPacks.packs
    for (const kind of kinds)
      expect(piecesFor(kind, smallest?.credits ?? 0, cataloguePrices)).toBeGreaterThan(0)
  })
})
