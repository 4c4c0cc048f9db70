import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { listModels } from '#catalogue/catalogue.ts'
import { definitionJsonSchema } from '#catalogue/definition-schema.ts'
import { readDefinition } from '#catalogue/read-definition.ts'
import { addModelImport, addReadyModel } from './import-model.ts'
import { fail, print } from './output.ts'

/** `model …`: list, import and check models, print the JSON Schema of their definitions. */
export function addModelCommands(program: Command): void {
  const model = program.command('model').description('Models')
  model
    .command('list')
    .description('The models, one a line, in the order of the picker')
    .action(() => {
      for (const {
        id,
        name,
        kind,
        generationType,
        endpoints,
        price,
        hidden = false,
      } of listModels())
        print({
          id,
          name,
          kind,
          generation_type: generationType,
          endpoints,
          price: price.base,
          hidden,
        })
    })
  model
    .command('check')
    .description('Whether a file is a valid model definition; what is wrong, one problem a line')
    .argument('<file>', 'a JSON file (docs/models.md)')
    .action(async (file: string) => {
      const definition = parse(await readFile(file, 'utf8'))
      if (definition === undefined) return fail(`${file} is not a JSON document.`)
      const found = readDefinition(definition)
      if (found.ok) return print({ valid: true, id: found.definition.id })
      for (const problem of found.problems) print(problem)
      fail(`${file} is not a valid model definition.`)
    })
  addModelImport(model)
  addReadyModel(model)
  model
    .command('schema')
    .description('The JSON Schema of model definitions, for editors and other programs')
    .action(() => console.log(JSON.stringify(definitionJsonSchema(), null, 2)))
}

/** `undefined`: it is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
