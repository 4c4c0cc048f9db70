import { boundedFetch } from './bounded-fetch.ts'

/** A service that holds the key of a certificate, such as a proxy before a key management system. */
export type SigningService = { url: string; token: string | null }

/** A signature that takes longer is none, in ms: the result is stored, and marked later. */
const timeout = 10_000

/**
 * Asks a service for the signature of these bytes: `POST` with them as they are, answered by the
 * signature as it is. Throws when it does not answer, or with another status than 200.
 */
export async function askForSignature(
  { url, token }: SigningService,
  signed: Uint8Array,
): Promise<Uint8Array> {
  const answer = await boundedFetch(url, {
    method: 'POST',
    redirect: 'error',
    headers: {
      'content-type': 'application/octet-stream',
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body: Uint8Array.from(signed),
    signal: AbortSignal.timeout(timeout),
  })
  if (answer.status !== 200) {
    await answer.body?.cancel()
    throw new Error(`The signing service answered ${answer.status}`)
  }
  // The server's own Response has no `bytes`.
  return new Uint8Array(await answer.arrayBuffer())
}
