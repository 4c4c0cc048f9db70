import { findChangedSince } from '#core/generations/queries/generations.ts'
import { type GenerationWithMedia, withMedia } from '#core/generations/read-generation.ts'
import type { Parts } from '#core/parts.ts'

/**
 * A change has the time of its statement but is visible only after its commit, so an earlier one
 * can appear later. No transaction lasts this long, in ms: reading this far back misses none, and
 * repeats are harmless.
 */
const overlap = 60_000

/**
 * Returns everything of an account that changed since a moment (ms since 1970, PostgreSQL's clock),
 * oldest first. `null`: more than `max` generations did, and none is read with its files.
 */
export async function listChanges(
  context: Parts<'database'>,
  accountId: string,
  { since, max }: { since: number; max: number },
): Promise<GenerationWithMedia[] | null> {
  const rows = await findChangedSince(context.database, accountId, {
    since: since - overlap,
    limit: max + 1,
  })
  return rows.length > max ? null : withMedia(context, rows)
}
