import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { listDue, makeDue, recordFailure, replaceList } from './library-queries.ts'
import { readList } from './list-rules.ts'

type Context = Parts<'database' | 'log' | 'providers'>

/** The longest text about a failure that is kept. */
const mostProblem = 300

/** Returns the configured providers that list their endpoints. */
export function listingProviders({ providers }: Parts<'providers'>): string[] {
  return [...providers].flatMap(([id, { provider }]) => (provider.listEndpoints ? [id] : []))
}

/**
 * Reads the lists that are due: each once a day, an hour after a failure, or when an operator wanted
 * it. A list that cannot be read whole leaves the saved one as it is.
 */
export async function refreshLists(context: Context): Promise<void> {
  const listing = listingProviders(context)
  if (listing.length === 0) return
  for (const provider of await listDue(context.database, listing))
    await refreshList(context, provider)
}

async function refreshList({ database, log, providers }: Context, provider: string): Promise<void> {
  try {
    const given = await providers.get(provider)?.provider.listEndpoints?.()
    const { endpoints, refused } = readList(given?.endpoints ?? [])
    if (endpoints.length === 0) throw new Error('The list has no endpoint that can be used')
    await replaceList(database, provider, { endpoints, refused, isWhole: given?.isWhole ?? true })
    if (refused > 0) log.warn({ provider, refused }, 'rows of a list of endpoints left out')
  } catch (error) {
    const problem = (error as Error).message.slice(0, mostProblem).toWellFormed()
    log.warn({ provider, problem }, 'list of endpoints cannot be read')
    await recordFailure(database, provider, problem)
  }
}

/** Lets a provider's list be read next, or those of all. Throws `Refused` `not_found`. */
export async function askForRefresh(
  context: Parts<'database' | 'providers'>,
  provider: string | undefined,
): Promise<string[]> {
  const listing = listingProviders(context)
  if (provider !== undefined && !listing.includes(provider))
    throw new Refused({ reason: 'not_found' })
  const chosen = provider === undefined ? listing : [provider]
  await makeDue(context.database, chosen)
  return chosen
}
