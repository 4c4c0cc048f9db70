import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const shipped = join(import.meta.dirname, '../documents')

/** Reads the OpenAPI documents in a directory; those that come with the emulator by default. */
export function readDocuments(directory = shipped): unknown[] {
  const names = readdirSync(directory).filter((name) => name.endsWith('.json'))
  return names.map((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')))
}

/** Reads the document of an endpoint that comes with the emulator; `null`: there is none. */
export function readDocument(endpoint: string): unknown {
  const name = `${endpoint.replaceAll('/', '__')}.json`
  if (!readdirSync(shipped).includes(name)) return null
  return JSON.parse(readFileSync(join(shipped, name), 'utf8'))
}
