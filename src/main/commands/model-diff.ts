import type { Command } from 'commander'
import { compareWithDocuments } from '#core/models/compare-schemas.ts'
import { readDefinition } from '#core/models/rules/read-definition.ts'
import { fail, print } from '#platform/command-line/output.ts'
import { createProviders } from '#providers/registry.ts'
import { type Config, loadEnvironment, readConfig } from '../config.ts'
import { findStored, type Selection, typeText, withModels } from './stored-models.ts'

/** `model diff`: compares a model with what its provider publishes now. */
export function addModelDiff(model: Command): void {
  model
    .command('diff')
    .description('What the provider’s OpenAPI documents have changed, one difference a line')
    .argument('<id>', 'its id')
    .option('--type <type>', typeText)
    .option('--json', 'print JSON, as every command does', true)
    .action((id: string, { type }: Selection) =>
      withModels(async (context) => {
        const { version } = await findStored(context, id, type)
        if (!version?.definition)
          return fail(`${id} is code: its request cannot be compared with a document.`)
        const read = readDefinition(version.definition)
        if (!read.ok) return fail(`The definition of ${id} cannot be used: see doctor.`)
        const config = readConfig(loadEnvironment())
        const readDocument = documentsOf(config, read.definition.provider)
        if (!readDocument)
          return fail(`${read.definition.provider} publishes no documents of its endpoints.`)
        const replaced = config.ENDPOINT_OVERRIDES
        const differences = await compareWithDocuments(read.definition, readDocument, replaced)
        for (const difference of differences) print(difference)
      }),
    )
}

function documentsOf(config: Config, provider: string) {
  return createProviders(config).find(({ id }) => id === provider)?.readDocument
}
