import { findGeneration, findGenerations, updateVisibility } from '#database/queries/generations.ts'
import { findOutputs } from '#database/queries/media.ts'
import type { GenerationRow, MediaRow } from '#database/tables.ts'
import { isOpen } from '#domain/status.ts'
import type { ServiceContext } from '../../context.ts'
import { Refused } from '../../refused.ts'

/** A generation with its result files, in order. */
export type GenerationWithMedia = { row: GenerationRow; outputs: MediaRow[] }

const uuidPattern = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** An id that cannot exist is the same as one that does not: never a database error. */
export function isId(id: string): boolean {
  return uuidPattern.test(id)
}

/** The account's own generation. Throws `Refused` with `not_found`, also for somebody else's. */
export async function readGeneration(
  { database }: ServiceContext,
  accountId: string,
  id: string,
): Promise<GenerationWithMedia> {
  const row = isId(id) ? await findGeneration(database, accountId, id) : undefined
  if (!row) throw new Refused({ reason: 'not_found' })
  return { row, outputs: await findOutputs(database, [row.id]) }
}

/** Joins rows with their files, in the rows' order. Files are recorded in the statement that ends a generation. */
export async function withMedia({ database }: ServiceContext, rows: GenerationRow[]): Promise<GenerationWithMedia[]> {
  const ended = rows.filter((row) => !isOpen(row.status))
  const outputs = await findOutputs(
    database,
    ended.map((row) => row.id),
  )
  const byGeneration = Map.groupBy(outputs, (media) => media.generation_id)
  return rows.map((row) => ({ row, outputs: byGeneration.get(row.id) ?? [] }))
}

/** Several generations, of whatever account; for telling their owners that they changed. */
export async function readGenerations(context: ServiceContext, ids: string[]): Promise<GenerationWithMedia[]> {
  return withMedia(context, await findGenerations(context.database, ids))
}

/** Makes the account's own generation public or private. Throws `Refused` with `not_found`. */
export async function setVisibility(
  context: ServiceContext,
  { accountId, id, isPublic }: { accountId: string; id: string; isPublic: boolean },
): Promise<GenerationWithMedia> {
  const row = isId(id) ? await updateVisibility(context.database, accountId, id, isPublic) : undefined
  if (!row) throw new Refused({ reason: 'not_found' })
  context.changes.publish({ accountId, generationId: id })
  return { row, outputs: await findOutputs(context.database, [row.id]) }
}
