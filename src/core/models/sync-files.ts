import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { checkDefinition, type KnownProviders } from './check-definition.ts'
import { type SyncedModel, syncModels } from './sync-models.ts'

type FilesContext = Parts<'database' | 'log'> & { providers: KnownProviders }

/** The largest definition, in bytes. */
const maxBytes = 1024 * 1024

/** `MODELS_DIR` cannot be read. */
export class UnreadableModels extends Error {
  override name = 'UnreadableModels'
}

/**
 * Records the definitions in a directory, one a `.json` file. An invalid file is logged, and what
 * the model had from it before stays. Returns whether anything changed. Throws `UnreadableModels`.
 */
export async function syncFiles(
  { database, log, providers }: FilesContext,
  directory: string,
): Promise<boolean> {
  const { models, invalid } = await readDefinitions(directory, providers)
  for (const [file, problem] of invalid)
    log.error({ file, problem }, 'a model definition cannot be used')
  const keeps = (file: string) => invalid.has(file)
  return syncModels(database, { source: 'file', author: 'MODELS_DIR', models, keeps })
}

/**
 * Reads the definitions in a directory; `invalid` has the problem of each other file. Throws
 * `UnreadableModels`.
 */
export async function readDefinitions(
  directory: string,
  providers: KnownProviders,
): Promise<{ models: SyncedModel[]; invalid: Map<string, string> }> {
  const models: SyncedModel[] = []
  const invalid = new Map<string, string>()
  for (const name of await definitionFiles(directory)) {
    try {
      const model = await readModel(path.join(directory, name), name, providers)
      const other = models.find(
        ({ id, generationType }) => id === model.id && generationType === model.generationType,
      )
      if (other) throw new Error(`${other.reason} defines ${model.id}, too`)
      models.push(model)
    } catch (error) {
      invalid.set(name, problemOf(error))
    }
  }
  return { models, invalid }
}

/** Changes whenever a definition in the directory does. */
export async function stampOf(directory: string): Promise<string> {
  const stamps = (await definitionFiles(directory)).map(async (name) => {
    const { mtimeMs, size, ino } = await stat(path.join(directory, name))
    return `${name} ${mtimeMs} ${size} ${ino}`
  })
  return (await Promise.all(stamps)).join('\n')
}

async function definitionFiles(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch((error: Error) => {
    throw new UnreadableModels(`MODELS_DIR: ${error.message}`)
  })
  return names.filter((name) => name.endsWith('.json') && !name.startsWith('.')).toSorted()
}

async function readModel(
  file: string,
  name: string,
  providers: KnownProviders,
): Promise<SyncedModel> {
  if ((await stat(file)).size > maxBytes) throw new Error(`is larger than ${maxBytes} bytes`)
  const definition: unknown = JSON.parse(await readFile(file, 'utf8'))
  const { id, generation_type: generationType } = checkDefinition(definition, providers)
  return { id, generationType, definition: definition as object, reason: name }
}

function problemOf(error: unknown): string {
  if (!(error instanceof Refused) || error.refusal.reason !== 'invalid_definition')
    return (error as Error).message
  return error.refusal.problems.map(({ path: at, message }) => `${at}: ${message}`).join('; ')
}
