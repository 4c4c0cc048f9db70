import { ProviderError } from '../provider.ts'

/** Makes a `data:` URL of bytes that a provider sent as base64. */
export function dataUrlOf(base64: string): string {
  return `data:;base64,${base64}`
}

export function isDataUrl(url: string): boolean {
  return /^data:/i.test(url)
}

/** Returns the content type that such a URL names, without its parameters; `''`: none. */
export function typeOfDataUrl(url: string): string {
  return /^data:([\w.+-]+\/[\w.+-]+)?/i.exec(url)?.[1]?.toLowerCase() ?? ''
}

/** Reads such a URL (RFC 2397). Throws `ProviderError` beyond `maxBytes`. */
export function readDataUrl(url: string, maxBytes: number): AsyncIterable<Uint8Array> {
  const comma = url.indexOf(',')
  const bytes = bytesOf(url.slice(comma + 1), /;\s*base64\s*$/i.test(url.slice(0, comma)))
  if (bytes.length > maxBytes)
    throw new ProviderError('unknown', `The result file has more than ${maxBytes} bytes`, {
      delivery: 'refused',
      retryable: false,
    })
  return chunksOf(bytes)
}

/** Some write `%` and other characters as they are. */
function bytesOf(data: string, isBase64: boolean): Buffer {
  const decode = (escaped: string) => String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
  const text = isBase64 ? data : Buffer.from(data).toString('latin1')
  const plain = text.includes('%') ? text.replaceAll(/%[\da-f]{2}/gi, decode) : text
  return Buffer.from(plain, isBase64 ? 'base64' : 'latin1')
}

const chunkBytes = 64 * 1024

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
}
