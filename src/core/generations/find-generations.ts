import { isId } from '#core/ids.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import {
  type FailedFilter,
  findForOperator,
  type GenerationForOperator,
  searchFailed,
  searchGenerations,
} from './queries/admin-generations.ts'

type Context = Parts<'database'>

/** How many are listed at most. */
const listed = 100

/**
 * Finds by id, by a client's or the provider's request id, or by the owner's e-mail address;
 * without text: the open ones.
 */
export function findGenerationsFor({ database }: Context, text: string) {
  if (text === '') return searchGenerations(database, {}, listed)
  if (text.includes('@')) return searchGenerations(database, { email: text }, listed)
  return searchGenerations(database, { requestId: text, ...(isId(text) && { id: text }) }, listed)
}

/** Returns generations that failed since a moment, newest first, at most `limit`. */
export function findFailedGenerations(
  { database }: Context,
  filter: FailedFilter,
  limit: number = listed,
) {
  return searchFailed(database, filter, limit)
}

/** Returns a generation of any account, deleted or not. Throws `Refused` with `not_found`. */
export async function readGenerationWhole(
  { database }: Context,
  id: string,
): Promise<GenerationForOperator> {
  const found = isId(id) ? await findForOperator(database, id) : undefined
  if (!found) throw new Refused({ reason: 'not_found' })
  return found
}
