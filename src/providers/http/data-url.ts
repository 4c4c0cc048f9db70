import { ProviderError } from '../provider.ts'

const prefix = 'data:;base64,'

/** Makes a `data:` URL of bytes that a provider sent as base64. */
export function dataUrlOf(base64: string): string {
  return `${prefix}${base64}`
}

/** Reads such a URL; `null`: it is none. Throws `ProviderError` beyond `maxBytes`. */
export function readDataUrl(url: string, maxBytes: number): AsyncIterable<Uint8Array> | null {
  if (!url.startsWith(prefix)) return null
  const bytes = Buffer.from(url.slice(prefix.length), 'base64')
  if (bytes.length > maxBytes)
    throw new ProviderError('unknown', `The result file has more than ${maxBytes} bytes`, {
      delivery: 'refused',
      retryable: false,
    })
  return chunksOf(bytes)
}

const chunkBytes = 64 * 1024

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
}
