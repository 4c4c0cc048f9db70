import { boundedFetch } from '../bounded-fetch.ts'

const timeoutMs = 30_000

/**
 * Fetches the OpenAPI document of an endpoint, at most 1 MB, without an account. `url`: where fal
 * publishes them. Throws an error that says what was answered.
 */
export async function fetchDocument(url: string, endpoint: string): Promise<unknown> {
  const address = new URL(url)
  address.searchParams.set('endpoint_id', endpoint)
  const answer = await boundedFetch(address, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!answer.ok) {
    await answer.body?.cancel()
    throw new Error(`${address.href} answered ${answer.status}`)
  }
  try {
    return await answer.json()
  } catch (error) {
    throw new Error(`${address.href} answered no JSON document`, { cause: error })
  }
}
