import { readFile } from 'node:fs/promises'

/** Reads a JSON file; `undefined`: its content is not JSON. */
export async function readJson(file: string): Promise<unknown> {
  return parseJson(await readFile(file, 'utf8'))
}

/** Parses JSON; `undefined`: it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
