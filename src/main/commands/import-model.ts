import { readFile, writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { saveModel } from '#core/models/change-model.ts'
import { proposeModel } from '#core/models/propose-model.ts'
import { readyDefinitions } from '#core/models/ready/ready-definitions.ts'
import { parseReason } from '#platform/command-line/arguments.ts'
import { operatorAction } from '#platform/command-line/operator-action.ts'
import { fail, print } from '#platform/command-line/output.ts'
import { fetchDocument } from '#providers/fal/fetch-document.ts'
import { publicDocuments } from '#providers/fal/module.ts'
import { loadEnvironment, readConfig } from '../config.ts'
import { readEmulatorDocument } from '../demo/demo-world.ts'
import { configuredProviders, withDatabase } from '../with-database.ts'

/** `model add`: takes over one of the definitions that come with the product. */
export function addReadyModel(model: Command): void {
  model
    .command('add')
    .description('Add a ready definition, not tested at the provider; without an id, list them')
    .argument('[id]', 'one of those listed')
    .option('--enable', 'offer it at once', false)
    .option('--reason <text>', 'why, for the audit log', parseReason, 'added')
    .action(async (id: string | undefined, { enable, reason }: AddOptions) => {
      if (id === undefined) {
        for (const definition of readyDefinitions) print(definition)
        return
      }
      const ready = readyDefinitions.find((definition) => definition.id === id)
      if (!ready) return fail(`There is no ready definition ${id}.`)
      await save(ready, { disabled: !enable, reason })
      print({ id, enabled: enable })
    })
}

type AddOptions = { enable: boolean; reason: string }

type Options = {
  price?: number
  file?: string
  id?: string
  out?: string
  dryRun: boolean
  disabled: boolean
  reason: string
}

/** `model import`: makes a model of the OpenAPI document of an endpoint at fal. */
export function addModelImport(model: Command): void {
  model
    .command('import')
    .description('Add a model from the OpenAPI document of an endpoint (docs/models.md#import)')
    .argument('[endpoint]', 'such as fal-ai/flux-2; its document is read from FAL_OPENAPI_URL')
    .option('--price <credits>', 'for one image, or one job; without it nothing is saved', Number)
    .option('--file <document>', 'a saved document, in place of an endpoint')
    .option('--id <id>', 'the model’s id, where its endpoint’s name is not to be it')
    .option('--out <file>', 'write the definition to a file, and save nothing')
    .option('--dry-run', 'only print the definition, what is unmapped, and problems', false)
    .option('--json', 'print JSON, as every command does', true)
    .option('--disabled', 'save it without offering it', false)
    .option('--reason <text>', 'why, for the audit log', parseReason, 'imported')
    .action(async (endpoint: string | undefined, options: Options, command: Command) => {
      if ((endpoint === undefined) === (options.file === undefined))
        command.error("error: name an endpoint, or a document with '--file'")
      if (endpoint?.endsWith('.json'))
        command.error(`error: ${endpoint} is a file: use '--file ${endpoint}'`)
      await importModel(await readSource(endpoint, options.file), options)
    })
}

async function readSource(endpoint = '', file?: string): Promise<unknown> {
  if (file === undefined) {
    const config = readConfig(loadEnvironment())
    const isDemo = config.usesEmulator && config.FAL_OPENAPI_URL === publicDocuments
    return isDemo ? readEmulatorDocument(endpoint) : fetchDocument(config.FAL_OPENAPI_URL, endpoint)
  }
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new Error(`${file} is not a JSON document`, { cause: error })
  }
}

async function importModel(document: unknown, options: Options): Promise<void> {
  const { price, id, out, dryRun } = options
  const providers = configuredProviders(readConfig(loadEnvironment()))
  const imported = proposeModel(document, { price, id }, providers)
  const { definition, problems, unmapped } = imported
  if (dryRun) return print(imported)
  if (!definition || problems.length > 0) {
    for (const problem of problems) print(problem)
    return fail('Nothing was saved: the document does not make a valid definition.')
  }
  if (out !== undefined) await writeFile(out, `${JSON.stringify(definition, null, 2)}\n`)
  else await save(definition, options)
  print({ id: definition.id, generation_type: definition.generation_type, unmapped })
}

async function save(
  definition: object,
  { disabled, reason }: Pick<Options, 'disabled' | 'reason'>,
): Promise<void> {
  await withDatabase(async (context) => {
    await saveModel(context, operatorAction(reason), definition, { isEnabled: !disabled })
  })
}
