import type { Parts } from '#core/parts.ts'

/** How long an address in an answer is valid, in s; as in OpenAI's API. */
const addressTime = 3_600

/** An address of a file that needs no credential; that of our own store is below the request's origin. */
export async function signedAddress(
  { storage }: Parts<'storage'>,
  origin: string,
  { key, contentType }: { key: string; contentType: string },
): Promise<string> {
  const url = new URL(await storage.signedReadUrl(key, { seconds: addressTime, contentType }))
  const isOurs = storage.grantOf('GET', url) !== null
  return isOurs ? origin + url.pathname + url.search : url.href
}
