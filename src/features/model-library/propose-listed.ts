import type { ImportResult } from '#core/models/import/import-definition.ts'
import { proposeFromSource } from '#core/models/propose-model.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import type {} from '#features/costs/contract.ts'
import { findEndpoint } from './library-queries.ts'
import { proposeCredits } from './price-rules.ts'
import { listingProviders } from './refresh-lists.ts'

/** `price`: in credits, in place of the proposed one. */
type Asked = { provider: string; endpoint: string; price?: number | undefined }

/**
 * Makes a definition of a listed endpoint by the import that the page of models has, with the price
 * that the provider's own and the setting `credit_value` propose. Saves nothing. Throws `Refused`
 * `not_found`.
 */
export async function proposeListed(
  context: Parts<'database' | 'providers' | 'settings'>,
  { provider, endpoint, price }: Asked,
): Promise<ImportResult> {
  const isListing = listingProviders(context).includes(provider)
  const listed = isListing
    ? await findEndpoint(context.database, { provider, endpoint })
    : undefined
  if (!listed) throw new Refused({ reason: 'not_found' })
  const { amount, unit, currency } = listed
  const { credit_value: creditValue } = context.settings.current().settings
  const isKnown = amount !== null && unit !== null && currency !== null && creditValue !== null
  return proposeFromSource(
    context,
    { endpoint },
    {
      provider,
      price: isKnown
        ? (model) => price ?? proposeCredits({ amount, unit, currency }, creditValue, model)
        : price,
    },
  )
}
