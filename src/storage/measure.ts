import { createHash } from 'node:crypto'
import { type Stored, TooLarge } from './storage.ts'

/**
 * Passes bytes on while it counts and hashes them; `stored` tells the sum at the end. Throws
 * `TooLarge` on the way.
 */
export function measure(body: AsyncIterable<Uint8Array>, maxBytes: number) {
  const hash = createHash('sha256')
  let bytes = 0
  async function* passed(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new TooLarge(`More than ${maxBytes} bytes`)
      hash.update(chunk)
      yield chunk
    }
  }
  return { body: passed(), stored: (): Stored => ({ bytes, sha256: hash.digest('hex') }) }
}
