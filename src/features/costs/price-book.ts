import type { PossibleJob } from '#core/generations/provider-facts.ts'
import { findModel, modelOf } from '#core/models/rules/catalogue.ts'
import type { Model } from '#core/models/rules/model.ts'
import type { AllParts } from '#core/parts.ts'
import { costOf, type ProviderPrice, priceFor, priceKey, quantitiesOf } from './cost-rules.ts'
import { listPrices } from './price-queries.ts'
import { expectedFacts } from './record-cost.ts'

type Database = AllParts['database']

/** The prices that count, by provider and endpoint. */
export type PriceBook = ReadonlyMap<string, ProviderPrice>

/** How long prices that were read count, in ms: another process may have changed them. */
const freshTime = 5_000

const books = new WeakMap<Database, { at: number; book: Promise<PriceBook> }>()

/** Returns the prices as they were at most five seconds ago. */
export function readPriceBook(database: Database): Promise<PriceBook> {
  const known = books.get(database)
  if (known && performance.now() - known.at < freshTime) return known.book
  const book = loadPriceBook(database)
  books.set(database, { at: performance.now(), book })
  book.catch(() => books.delete(database))
  return book
}

/** Lets this process read the prices again. */
export function forgetPriceBook(database: Database): void {
  books.delete(database)
}

/** Reads the prices as they are now. */
export async function loadPriceBook(database: Database): Promise<PriceBook> {
  const prices = await listPrices(database)
  return new Map(prices.map((price) => [priceKey(price.provider, price.endpoint), price]))
}

/** A job before it has run; its version of the model where a record says it. */
type ExpectedJob = Omit<PossibleJob, 'kind'> & { generationType?: string; version?: number }

/** Returns what a job will cost, in millionths; `null`: unknown. */
export function expectedCost(book: PriceBook, job: ExpectedJob): number | null {
  const price = priceFor(book, job.provider, job.endpoint)
  if (!price) return null
  return costOf(price, quantitiesOf(expectedFacts(modelFor(job), job.input, job.quantity)))
}

function modelFor({ model, generationType, version }: ExpectedJob): Model | undefined {
  if (generationType === undefined || version === undefined) return findModel(model)
  return modelOf({ model, generation_type: generationType, model_version: version })
}
