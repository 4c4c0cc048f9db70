import type { Kind } from '#catalogue/kinds.ts'
import { updateFavorite } from '#database/queries/generations.ts'
import type { ServiceContext } from '../../context.ts'
import { Refused } from '../../refused.ts'
import { type GenerationWithMedia, isId, withMedia } from '../reading/read-generation.ts'

/** `tags`: absent, they stay as they are. */
export type Mark = {
  accountId: string
  kind: Kind
  id: string
  isFavorite: boolean
  tags: string[] | undefined
}

/**
 * Makes the account's own generation of this kind a favourite, or none any more. Throws `Refused`
 * with `not_found`.
 */
export async function markFavorite(
  context: ServiceContext,
  mark: Mark,
): Promise<GenerationWithMedia> {
  const row = isId(mark.id) ? await updateFavorite(context.database, mark) : undefined
  if (!row) throw new Refused({ reason: 'not_found' })
  context.changes.publish({ accountId: mark.accountId, generationId: row.id })
  const [found] = await withMedia(context, [row])
  if (!found) throw new Error('A generation vanished while it was marked')
  return found
}
