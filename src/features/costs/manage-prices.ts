import { auditedTransaction, type OperatorAction } from '#core/operators/audited-transaction.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import type { Database } from '#platform/database/database.ts'
import type { ImportedPrices } from './contract.ts'
import { type CostUnit, microsOf, priceKey } from './cost-rules.ts'
import { readRows } from './file-rows-rules.ts'
import { forgetPriceBook } from './price-book.ts'
import { mostPrices, type NewPrice, readPriceList } from './price-list-rules.ts'
import {
  type CurrentPrice,
  findCurrency,
  insertPrices,
  listPrices,
  lockPrices,
} from './price-queries.ts'

type Context = Parts<'database'>

/** The currency of a studio without prices. */
export const firstCurrency = 'usd'

/** `provider`: of rows that name none. `text`: CSV or JSON. */
export type PriceFile = { provider: string | null; text: string }

/**
 * Imports a price list, all of it or nothing; prices that are not in it stay. Throws `Refused`:
 * `invalid_price_list` naming lines and fields, `act_repeated`.
 */
export async function importPrices(
  { database }: Context,
  act: OperatorAction,
  { provider, text }: PriceFile,
): Promise<ImportedPrices> {
  const read = readRows(text, mostPrices)
  if ('problems' in read) throw new Refused({ reason: 'invalid_price_list', ...read })
  const imported = await auditedTransaction(database, act, async (transaction) => {
    await lockPrices(transaction)
    const currency = await findCurrency(transaction)
    const list = readPriceList(read.rows, { provider, currency })
    if ('problems' in list) throw new Refused({ reason: 'invalid_price_list', ...list })
    const counts = await addPrices(transaction, list.prices, list.currency)
    const result = { ...counts, skipped: list.skipped }
    return { result, done: { act: 'costs.import', details: result } }
  })
  forgetPriceBook(database)
  return imported
}

/** Adds those that differ from the prices that count now. */
async function addPrices(
  transaction: Database,
  prices: readonly NewPrice[],
  currency: string,
): Promise<Omit<ImportedPrices, 'skipped'>> {
  const known = byEndpoint(await listPrices(transaction))
  const currentOf = ({ provider, endpoint }: NewPrice) => known.get(priceKey(provider, endpoint))
  const added = prices.filter((price) => !currentOf(price))
  const changed = prices.filter((price) => {
    const current = currentOf(price)
    return current && (current.unit !== price.unit || current.micros !== price.micros)
  })
  await insertPrices(
    transaction,
    [...added, ...changed].map((price) => ({ ...price, currency })),
  )
  const unchanged = prices.length - added.length - changed.length
  return { added: added.length, changed: changed.length, unchanged }
}

const byEndpoint = (prices: readonly CurrentPrice[]) =>
  new Map(prices.map((price) => [priceKey(price.provider, price.endpoint), price]))

export type SinglePrice = { provider: string; endpoint: string; unit: CostUnit; amount: number }

/** Sets the price of an endpoint from now on. Throws `Refused` `act_repeated`. */
export async function setPrice(
  { database }: Context,
  act: OperatorAction,
  { provider, endpoint, unit, amount }: SinglePrice,
): Promise<void> {
  const price = { provider, endpoint, unit, micros: microsOf(amount) }
  await auditedTransaction(database, act, async (transaction) => {
    await lockPrices(transaction)
    const currency = (await findCurrency(transaction)) ?? firstCurrency
    await addPrices(transaction, [price], currency)
    return { result: undefined, done: { act: 'costs.price', details: { ...price, currency } } }
  })
  forgetPriceBook(database)
}

/** Lets an endpoint have no price from now on. Throws `Refused`: `not_found`, `act_repeated`. */
export async function deletePrice(
  { database }: Context,
  act: OperatorAction,
  { provider, endpoint }: { provider: string; endpoint: string },
): Promise<void> {
  await auditedTransaction(database, act, async (transaction) => {
    await lockPrices(transaction)
    const price = byEndpoint(await listPrices(transaction)).get(priceKey(provider, endpoint))
    if (!price) throw new Refused({ reason: 'not_found' })
    const { unit, currency } = price
    await insertPrices(transaction, [{ provider, endpoint, unit, micros: null, currency }])
    return { result: undefined, done: { act: 'costs.delete', details: { provider, endpoint } } }
  })
  forgetPriceBook(database)
}
