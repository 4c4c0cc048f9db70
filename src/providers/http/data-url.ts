import { type InputFile, ProviderError } from '../provider.ts'

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

/** The value with a `data:` URL in place of each text that stands for a file, at any depth. */
export async function withDataUrls(
  value: unknown,
  files: ReadonlyMap<string, InputFile>,
): Promise<unknown> {
  if (typeof value === 'string') {
    const file = files.get(value)
    return file ? dataUrlOfFile(file) : value
  }
  if (Array.isArray(value)) return Promise.all(value.map((one) => withDataUrls(one, files)))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(
    async ([name, one]) => [name, await withDataUrls(one, files)] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}

async function dataUrlOfFile({ contentType, open }: InputFile): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of await open()) chunks.push(chunk)
  return `data:${contentType};base64,${Buffer.concat(chunks).toString('base64')}`
}
