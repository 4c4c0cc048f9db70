import type { ErrorDetail } from '../faults/error-bodies.ts'
import { fileDownloadError } from '../faults/error-bodies.ts'

const upload = /^http:\/\/127\.0\.0\.1:\d+\/files\/uploads\/([0-9a-f-]{36})\//

/**
 * The complaints about an input that names files of this engine's storage which are not there: anything `…_url` or
 * `…_urls`. Other addresses are never asked: people write them.
 */
export async function missingUploads(
  input: unknown,
  isThere: (id: string) => Promise<boolean>,
): Promise<ErrorDetail[]> {
  const named = Object.entries(input ?? {}).flatMap(([name, value]) => addressesIn(name, value))
  const missing = await Promise.all(
    named.map(async ({ loc, address }) => {
      const id = upload.exec(address)?.[1]
      return id === undefined || (await isThere(id)) ? [] : [{ ...fileDownloadError, loc, input: address }]
    }),
  )
  return missing.flat()
}

function addressesIn(name: string, value: unknown): { loc: (string | number)[]; address: string }[] {
  if (name.endsWith('_url') && typeof value === 'string') return [{ loc: ['body', name], address: value }]
  if (!name.endsWith('_urls') || !Array.isArray(value)) return []
  return value.map((address, index) => ({ loc: ['body', name, index], address: String(address) }))
}
