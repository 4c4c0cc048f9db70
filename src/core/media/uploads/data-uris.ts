import { createHash } from 'node:crypto'
import type { Model } from '#core/models/rules/model.ts'
import type { FieldProblem } from '#core/models/rules/parse-input.ts'
import { Refused } from '#core/refused.ts'
import { maxDataUriBytes } from '../upload-rules.ts'

/** The files of one request that it contains as `data:` URIs, by the addresses that stand for them. */
export type DataFiles = ReadonlyMap<string, Buffer>

/**
 * Takes the `data:` URIs out of the file fields of an input, which goes on with a short address for
 * each, the same for the same bytes: no URI is parsed, hashed or stored with the input. Their bytes
 * are not validated yet. Throws `Refused` `invalid_input`: `wrong_file` where it is not base64,
 * `file_too_large` (bytes) where all have more than `maxDataUriBytes`.
 */
export function takeDataUris(
  { fields }: Pick<Model, 'fields'>,
  input: Record<string, unknown>,
): { input: Record<string, unknown>; dataFiles: DataFiles } {
  const dataFiles = new Map<string, Buffer>()
  const problems: FieldProblem[] = []
  let bytes = 0
  const take = (field: string, value: unknown): unknown => {
    if (typeof value !== 'string' || !isDataUri(value)) return value
    const content = decodeDataUri(value)
    bytes += content?.length ?? 0
    if (!content) problems.push({ field, problem: 'wrong_file' })
    else if (bytes > maxDataUriBytes)
      problems.push({ field, problem: 'file_too_large', max: maxDataUriBytes })
    else {
      const address = `https://data.invalid/${createHash('sha256').update(content).digest('hex')}`
      dataFiles.set(address, content)
      return address
    }
    return value
  }
  const replaced = Object.entries(input).map(([name, value]) => {
    const kind = Object.hasOwn(fields, name) ? fields[name]?.control.kind : undefined
    if (kind === 'file') return [name, take(name, value)]
    if (kind !== 'files' || !Array.isArray(value)) return [name, value]
    return [name, value.map((one) => take(name, one))]
  })
  if (problems.length > 0) throw new Refused({ reason: 'invalid_input', problems })
  return { input: Object.fromEntries(replaced), dataFiles }
}

function isDataUri(value: string): boolean {
  return /^\s*data:/i.test(value)
}

/**
 * The bytes of a `data:` URI; `null`: it is not one in base64. What it says of its type is not read:
 * the bytes tell.
 */
export function decodeDataUri(value: string): Buffer | null {
  const comma = value.indexOf(',')
  if (comma < 0 || !/^\s*data:[^,]*;base64$/i.test(value.slice(0, comma))) return null
  // Encoders break long lines.
  const base64 = value.slice(comma + 1).replaceAll(/\s/g, '')
  return /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? Buffer.from(base64, 'base64') : null
}
