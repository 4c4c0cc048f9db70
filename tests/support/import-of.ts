import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect } from 'vitest'
import { importDefinition } from '#core/models/import/import-definition.ts'
import { buildModel } from '#core/models/rules/build-model.ts'
import type { Definition } from '#core/models/rules/definition.ts'
import { parseInput } from '#core/models/rules/parse-input.ts'
import { seedAsJson } from '#core/models/rules/seed.ts'
import { type DocumentParts, endpointDocument } from './endpoint-document.ts'
import { anyFormValues } from './form-value-arbitraries.ts'

/** Imports the document of an endpoint with these parts, at 40 credits. */
export function importOf(parts: DocumentParts) {
  const document = endpointDocument(parts)
  const { definition, problems, unmapped } = importDefinition(document, { price: 40 })
  return { document, definition: definition as Definition, problems, unmapped }
}

/**
 * Expects that every request which the form of a definition can send fits a schema of the document.
 */
export function expectRequestsFit(
  definition: Definition,
  document: object,
  { schema, runs }: { schema: string; runs: number },
): void {
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    allErrors: true,
    ownProperties: true,
  })
  ajv.addSchema(document, 'document')
  const accepts = ajv.compile({ $ref: `document#/components/schemas/${schema}` })
  const model = buildModel(definition)
  fc.assert(
    fc.property(anyFormValues(model), (values) => {
      const parsed = parseInput(model, values)
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
      const { seed, ...body } = model.toProvider(parsed.input)
      const sent = JSON.parse(JSON.stringify({ ...body, seed: seedAsJson(seed) }))
      expect(accepts(sent), JSON.stringify([sent, accepts.errors])).toBe(true)
    }),
    { numRuns: runs },
  )
}
