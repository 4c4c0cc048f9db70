import { buffer } from 'node:stream/consumers'
import type { InputFile, SubmitOptions } from '../provider.ts'

/**
 * Returns an input in which each name of a file, at any depth, is replaced by what `present` makes of
 * its bytes as base64, for providers that take files inside the JSON.
 */
export async function inlineFiles(
  input: Record<string, unknown>,
  files: SubmitOptions['files'],
  present: (base64: string, file: InputFile) => unknown,
): Promise<Record<string, unknown>> {
  if (!files || files.size === 0) return input
  const contents = new Map<string, unknown>()
  for (const [name, file] of files)
    contents.set(name, present((await buffer(await file.open())).toString('base64'), file))
  return replaced(input, contents) as Record<string, unknown>
}

/** A file as a `data:` URL with its type. */
export function typedDataUrl(base64: string, { contentType }: InputFile): string {
  return `data:${contentType};base64,${base64}`
}

function replaced(value: unknown, contents: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string') return contents.has(value) ? contents.get(value) : value
  if (Array.isArray(value)) return value.map((one) => replaced(one, contents))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, one]) => [name, replaced(one, contents)])
  return Object.fromEntries(entries)
}
