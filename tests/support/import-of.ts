import type { Definition } from '#catalogue/definition.ts'
import { importDefinition } from '#catalogue/import/import-definition.ts'
import { type DocumentParts, endpointDocument } from './endpoint-document.ts'

/** Imports the document of an endpoint with these parts, at 40 credits. */
export function importOf(parts: DocumentParts) {
  const document = endpointDocument(parts)
  const { definition, problems, unmapped } = importDefinition(document, { price: 40 })
  return { document, definition: definition as Definition, problems, unmapped }
}
