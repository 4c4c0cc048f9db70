import { describe, expect, it } from 'vitest'
import { builtInModels, findModel } from '#core/models/rules/catalogue.ts'
import type { Model } from '#core/models/rules/model.ts'
import { parseInput } from '#core/models/rules/parse-input.ts'
import { cataloguePrices, type Prices, priceOf } from '#core/models/rules/price.ts'
import { overriddenRows, ownPrices, priceRows } from '#testing/api/create-prices.ts'
import { testProviders } from '#testing/context.ts'
import { modelInput, neededInput, uploadedFiles } from '#testing/model-input.ts'
import { testClient, testServer } from '#testing/server.ts'
import { testSettings } from '#testing/settings.ts'
import { createEndpoints } from './create-endpoints.ts'

const providers = testProviders('http://127.0.0.1:65531')
const lists = [
  { list: 'the documents', ...(await shop(cataloguePrices)), rows: priceRows },
  { list: 'an operator', ...(await shop(ownPrices)), rows: overriddenRows },
]

async function shop(prices: Prices) {
  const server = await testServer(
    {},
    { providers, settings: testSettings({ model_prices: prices.models }) },
  )
  const client = await testClient(server, { credits: 100_000 })
  return { prices, server, client, fileFor: await uploadedFiles(server.context, client.account.id) }
}

/** The model of a row, or the one that replaces it. */
function modelOf(type: string, id: string): Model {
  const model =
    findModel(id, type) ??
    builtInModels.find(({ generationType, standsIn }) => generationType === type && standsIn)
  if (!model) throw new Error(`No model for ${type}`)
  return model
}

describe.each(lists)('the prices of $list', ({ prices, rows, server, client, fileFor }) => {
  it.each(rows)(
    '%s with %s and %j costs %i: in the form, as a quote, and charged',
    async (type, id, own, credits) => {
      const model = modelOf(type, id)
      const endpoint = createEndpoints.find(({ kind }) => kind === model.kind)
      const input = neededInput(model, fileFor, own)
      const parsed = parseInput(model, input)
      if (findModel(id, type))
        expect(parsed.ok && priceOf(model, parsed.input, prices).credits).toBe(credits)

      const quote = await client.request('POST', '/api/generations/quote', {
        model: id,
        generation_type: type,
        input: { [model.promptField ?? 'prompt']: 'a red fox', ...own },
      })
      expect(quote.body.credits, quote.body.error).toBe(credits)

      const named = {
        [endpoint?.modelFields[0] ?? '']: id,
        ...(endpoint?.typeField && { [endpoint.typeField]: type }),
      }
      const { body } = await client.request('POST', endpoint?.path ?? '', { ...input, ...named })
      expect(body.credits_charged, body.error).toBe(credits)
      expect(body.generation.credits_charged).toBe(credits)
      const entry = await server.context.database
        .selectFrom('credit_entry')
        .select('credits')
        .where('generation_id', '=', body.id)
        .where('reason', '=', 'charge')
        .executeTakeFirst()
      expect(entry?.credits).toBe(-credits)
    },
  )
})

it('covers every model and tier', () => {
  expect(priceRows.length).toBeGreaterThanOrEqual(80)
  for (const model of builtInModels) {
    const own = priceRows.filter(([type, id]) => type === model.generationType && id === model.id)
    const costs = own.map(([, , input]) =>
      model.price.tier({ ...modelInput(model, () => '/media/x/y'), ...input }),
    )
    expect(new Set(costs)).toEqual(new Set(Object.keys(model.price.base)))
  }
})
