import { asObject } from '../http/as-object.ts'
import { unreadableList } from '../http/read-pages.ts'
import { type EndpointList, type ListedEndpoint, ProviderError } from '../provider.ts'

/** Reads the list of all models, which comes in one answer. */
export function listModels(data: unknown): EndpointList {
  return { endpoints: modelsOf(data).map(readModel), isWhole: true }
}

/** Returns a model of the list, with the schema of its request. Throws `ProviderError` `not_found`. */
export function findModel(data: unknown, endpoint: string): unknown {
  const found = modelsOf(data).find((one) => asObject(one).model_id === endpoint)
  if (found) return found
  throw new ProviderError('not_found', `WaveSpeed lists no model ${endpoint}`, {
    delivery: 'refused',
    retryable: false,
  })
}

function modelsOf(data: unknown): unknown[] {
  if (Array.isArray(data)) return data
  throw unreadableList('is none')
}

/**
 * `base_price` is that of a request with what the form starts with. Where a `formula` changes it, it
 * is not that of every request.
 */
function readModel(given: unknown): ListedEndpoint {
  const { model_id: endpoint, name, type: category, base_price: amount, formula } = asObject(given)
  const unit = typeof formula === 'string' && formula !== '' ? 'base price' : 'request'
  const isPriced = amount !== undefined && amount !== null
  return { endpoint, name, category, price: isPriced ? { amount, unit, currency: 'USD' } : null }
}
