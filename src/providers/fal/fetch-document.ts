import { boundedFetch } from '../bounded-fetch.ts'
import { ProviderError } from '../provider.ts'

const timeoutMs = 15_000

/**
 * Fetches the OpenAPI document of an endpoint, at most 1 MB, without an account. `url`: where fal
 * publishes them. Throws `ProviderError` that says what was answered; `not_found`: there is none.
 */
export async function fetchDocument(url: string, endpoint: string): Promise<unknown> {
  const address = new URL(url)
  address.searchParams.set('endpoint_id', endpoint)
  const request = {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
  }
  const answer = await boundedFetch(address, request).catch((error: unknown) => {
    throw failure('unavailable', `${address.href} cannot be reached: ${causeOf(error)}`)
  })
  if (!answer.ok) {
    await answer.body?.cancel()
    const code = answer.status === 404 ? 'not_found' : 'unavailable'
    throw failure(code, `${address.href} answered ${answer.status}`)
  }
  try {
    return await answer.json()
  } catch {
    throw failure('unavailable', `${address.href} answered no JSON document`)
  }
}

function failure(code: 'not_found' | 'unavailable', message: string): ProviderError {
  return new ProviderError(code, message, { delivery: 'refused', retryable: true })
}

/** `fetch` says why it failed in the cause of its error. */
function causeOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? cause.message : message
}
