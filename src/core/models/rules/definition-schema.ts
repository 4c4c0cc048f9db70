import * as z from 'zod/mini'
import { DefinitionSchema } from './definition.ts'
import { once } from './fields.ts'

/**
 * The JSON Schema of model definitions (draft 2020-12), published at
 * `docs/model-definition.schema.json`. What holds between several keys is checked by
 * `readDefinition` alone.
 */
export const definitionJsonSchema = once((): Record<string, unknown> => {
  const { $schema, ...schema } = z.toJSONSchema(DefinitionSchema, { io: 'input' })
  return {
    $schema,
    title: 'Atelier model definition',
    description:
      'One generative model as data: its form, its price and the request of its provider.',
    ...schema,
  }
})
