import { z } from 'zod'
import { endpointPattern } from '#core/models/import/endpoint-document.ts'
import { plainText } from '#core/texts/contract/plain-text.ts'

const provider = z.string().regex(/^[a-z][a-z0-9-]{0,59}$/)
const endpoint = z.string().max(200).regex(endpointPattern)
const category = z
  .string()
  .max(60)
  .regex(/^[a-z0-9][a-z0-9-]*$/)

/**
 * `GET /api/admin/model-library`. `find`: words, each part of the name, the endpoint or the category.
 * `added`: only those that a model calls, or only the others. `after`: the cursor of a page.
 */
export const LibraryQuery = z.strictObject({
  find: z.string().trim().max(200).regex(plainText).optional(),
  provider: provider.optional(),
  category: category.optional(),
  added: z.enum(['yes', 'no']).optional(),
  after: z
    .string()
    .max(270)
    .regex(/^[a-z][a-z0-9-]{0,59}:\w[\w./-]{0,199}$/)
    .optional(),
})
export type LibraryQuery = z.infer<typeof LibraryQuery>

/** The price of one unit, in a currency, as the provider says it. */
const PriceView = z.strictObject({ amount: z.number(), unit: z.string(), currency: z.string() })
export type PriceView = z.infer<typeof PriceView>

const EndpointView = z.strictObject({
  provider: z.string(),
  endpoint: z.string(),
  name: z.string(),
  category: z.string().nullable(),
  price: PriceView.nullable(),
  /** A model calls it already. */
  is_added: z.boolean(),
})
export type EndpointView = z.infer<typeof EndpointView>

const ListView = z.strictObject({
  provider: z.string(),
  /** When the saved list was read; `null`: never. */
  fetched_at: z.iso.datetime().nullable(),
  endpoints: z.int(),
  /** Rows that were left out, because they said something impossible. */
  refused: z.int(),
  /** The provider has more than were read. */
  has_more: z.boolean(),
  /** Why the newest attempt to read it failed; `null`: it did not. */
  problem: z.string().nullable(),
  failed_at: z.iso.datetime().nullable(),
  /** It is about to be read again. */
  is_due: z.boolean(),
})
export type ListView = z.infer<typeof ListView>

/** What of the saved lists is found, by provider and endpoint. */
export const LibraryView = z.strictObject({
  data: z.array(EndpointView),
  /** How many are found on all pages. */
  total: z.int(),
  after: z.string().nullable(),
  /** Those of all configured providers that have a list. */
  lists: z.array(ListView),
  categories: z.array(z.string()),
})
export type LibraryView = z.infer<typeof LibraryView>

/** `POST /api/admin/model-library/refresh`: the list of one provider, or all. */
export const RefreshRequest = z.strictObject({ provider: provider.optional() })

/** The providers whose lists are read next. */
export const RefreshView = z.strictObject({ providers: z.array(z.string()) })

/** `POST /api/admin/model-library/propose`: a definition of a listed endpoint; saves nothing. */
export const ProposeRequest = z.strictObject({
  provider,
  endpoint,
  /** In credits, in place of the one that the provider's price and the value of a credit propose. */
  price: z.int().min(1).max(1_000_000).optional(),
})
