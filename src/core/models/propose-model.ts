import type { Parts } from '#core/parts.ts'
import type { Providers } from '#providers/provider.ts'
import { definitionProblems, type KnownProviders } from './check-definition.ts'
import {
  type ImportOptions,
  type ImportResult,
  importDefinition,
} from './import/import-definition.ts'
import { builtInModels } from './rules/catalogue.ts'

/** Where a document comes from: an endpoint of the provider, or the operator. */
export type DocumentSource = { endpoint: string } | { document: unknown }

/**
 * What would be saved of an OpenAPI document, and its problems, also those that it has in this
 * installation alone. Changes nothing.
 */
export function proposeModel(
  document: unknown,
  options: ImportOptions,
  providers: KnownProviders,
): ImportResult {
  const imported = importDefinition(document, options)
  const { definition, problems } = imported
  if (!definition || problems.length > 0) return imported
  if (builtInModels.some(({ id }) => id === definition.id)) {
    const message = `${definition.id} comes with the product; choose another id`
    return { ...imported, problems: [{ path: 'id', message }] }
  }
  return { ...imported, problems: definitionProblems(definition, providers) }
}

/**
 * The same of a document that may have to be fetched, from where its provider publishes it. That it
 * cannot be is a problem, too.
 */
export async function proposeFromSource(
  { providers }: Parts<'providers'>,
  source: DocumentSource,
  options: ImportOptions,
): Promise<ImportResult> {
  if ('document' in source) return proposeModel(source.document, options, providers)
  let document: unknown
  try {
    document = await fetchDocument(providers, source.endpoint, options.provider)
  } catch (error) {
    const problem = { path: 'endpoint', message: (error as Error).message }
    return { definition: null, unmapped: [], problems: [problem] }
  }
  return proposeModel(document, options, providers)
}

/** `from`: the provider's id; absent: the first that publishes documents. */
function fetchDocument(providers: Providers, endpoint: string, from?: string): Promise<unknown> {
  for (const { provider } of providers.values())
    if (provider.readDocument && (from === undefined || provider.id === from))
      return provider.readDocument(endpoint)
  throw new Error('no configured provider publishes documents')
}
