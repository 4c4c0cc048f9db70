import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { deleteModel, enableModel, saveModel } from '#core/models/change-model.ts'
import { definitionProblems } from '#core/models/check-definition.ts'
import { hasProvider, readStoredModels, type StoredModel } from '#core/models/load-models.ts'
import type { ModelKey } from '#core/models/queries.ts'
import { definitionJsonSchema } from '#core/models/rules/definition-schema.ts'
import { listChangedSchemas } from '#core/models/schema-check-queries.ts'
import { parseReason } from '#platform/command-line/arguments.ts'
import { operatorAction } from '#platform/command-line/operator-action.ts'
import { fail, print } from '#platform/command-line/output.ts'
import { loadEnvironment, readConfig } from '../config.ts'
import { configuredProviders } from '../with-database.ts'
import { addModelImport, addReadyModel } from './import-model.ts'
import { addModelDiff } from './model-diff.ts'
import { addModelTest } from './model-test.ts'
import { findKey, findStored, type Selection, typeText, withModels } from './stored-models.ts'

const why = 'why, for the audit log'

/** `model …`: list, add, import, save, export, enable, disable, delete, check, diff, test; the JSON Schema. */
export function addModelCommands(program: Command): void {
  const model = program.command('model').description('Models')
  model
    .command('list')
    .description('The models, one a line, in the order of the picker')
    .action(() =>
      withModels(async (context) => {
        const changed = await listChangedSchemas(context.database)
        for (const stored of (await readStoredModels(context)).stored)
          print({
            ...summaryOf(stored),
            provider_configured: hasProvider(stored, context),
            schema_changes: changesOf(stored, changed),
          })
      }),
    )
  addSave(model)
  model
    .command('export')
    .description('The current definition of a model')
    .argument('<id>', 'its id')
    .option('--type <type>', typeText)
    .action((id: string, { type }: Selection) =>
      withModels(async (context) => {
        const { version } = await findStored(context, id, type)
        if (!version?.definition) return fail(`${id} is code; it has no definition.`)
        console.log(JSON.stringify(version.definition, null, 2))
      }),
    )
  addSwitch(model, 'enable', 'Let a model be started')
  addSwitch(model, 'disable', 'Let a model be started no more; its records stay')
  model
    .command('delete')
    .description('Delete your definition of a model; a built-in one is as released again')
    .argument('<id>', 'its id')
    .option('--type <type>', typeText)
    .requiredOption('--reason <text>', why, parseReason)
    .action((id: string, { type, reason }: Selection & { reason: string }) =>
      withModels(async (context) => {
        const key = await findKey(context, id, type)
        await deleteModel(context, operatorAction(reason), key)
        print({ ...key, deleted: true })
      }),
    )
  model
    .command('check')
    .description('Whether a file is a valid model definition; what is wrong, one problem a line')
    .argument('<file>', 'a JSON file (docs/models.md)')
    .action(async (file: string) => {
      const definition = parse(await readFile(file, 'utf8'))
      if (definition === undefined) return fail(`${file} is not a JSON document.`)
      const providers = configuredProviders(readConfig(loadEnvironment()))
      const problems = definitionProblems(definition, providers)
      if (problems.length === 0) return print({ valid: true, id: (definition as ModelKey).id })
      for (const problem of problems) print(problem)
      fail(`${file} is not a valid model definition.`)
    })
  addModelImport(model)
  addReadyModel(model)
  addModelDiff(model)
  addModelTest(model)
  model
    .command('schema')
    .description('The JSON Schema of model definitions, for editors and other programs')
    .action(() => console.log(JSON.stringify(definitionJsonSchema(), null, 2)))
}

function addSave(model: Command): void {
  model
    .command('save')
    .description('Save a definition: a new model, or a new version of one')
    .argument('<file>', 'a JSON file (docs/models.md)')
    .option('--disabled', 'a new model cannot be started yet', false)
    .requiredOption('--reason <text>', why, parseReason)
    .action(async (file: string, { disabled, reason }: { disabled: boolean; reason: string }) => {
      const given = parse(await readFile(file, 'utf8'))
      if (given === undefined) return fail(`${file} is not a JSON document.`)
      await withModels(async (context) => {
        const options = { isEnabled: !disabled }
        const saved = await saveModel(context, operatorAction(reason), given, options)
        const { id, generation_type } = saved.definition
        print({ id, generation_type, version: saved.version })
      })
    })
}

function addSwitch(model: Command, name: 'enable' | 'disable', description: string): void {
  model
    .command(name)
    .description(description)
    .argument('<id>', 'its id')
    .option('--type <type>', typeText)
    .requiredOption('--reason <text>', why, parseReason)
    .action((id: string, { type, reason }: Selection & { reason: string }) =>
      withModels(async (context) => {
        const key = await findKey(context, id, type)
        await enableModel(context, operatorAction(reason), key, { isEnabled: name === 'enable' })
        print(summaryOf(await findStored(context, key.id, key.generationType)))
      }),
    )
}

/** How many inputs the provider has changed since the current version. */
function changesOf(
  { row }: StoredModel,
  changed: Awaited<ReturnType<typeof listChangedSchemas>>,
): number {
  const found = changed.find(
    ({ model, generation_type: type }) => model === row.id && type === row.generation_type,
  )
  return found?.changes.length ?? 0
}

function summaryOf({ row, model, version, source }: StoredModel): object {
  return {
    id: row.id,
    generation_type: row.generation_type,
    kind: model?.kind ?? null,
    name: model?.name ?? null,
    enabled: row.is_enabled && version !== null,
    source,
    version: version?.version ?? null,
    provider: model?.provider ?? null,
    endpoints: model?.endpoints ?? [],
    price: model?.price.base ?? null,
  }
}

/** `undefined`: it is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
