import { readAtMost } from './read-at-most.ts'

export type Fetched = { data: Uint8Array } | { failure: 'unreachable' | 'too-large' }

const patience = 30_000

/**
 * Gets a file by its address, http, https or data. Loopback is allowed: the product that asks lives
 * there.
 */
export async function fetchFile(address: string, limit: number): Promise<Fetched> {
  if (!/^(https?|data):/i.test(address) || !URL.canParse(address)) return { failure: 'unreachable' }
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(patience) })
    if (!response.ok) {
      await response.body?.cancel()
      return { failure: 'unreachable' }
    }
    const data = await readAtMost(response.body, limit)
    return data ? { data } : { failure: 'too-large' }
  } catch {
    return { failure: 'unreachable' }
  }
}
