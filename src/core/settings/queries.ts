import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/** The newest settings of the operator; revision 0: none were saved. */
export async function readNewestSettings(database: Database) {
  const row = await database
    .selectFrom('settings_version')
    .select(['revision', 'settings'])
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? { revision: 0, settings: {} }
}

/** The number of the newest settings; 0: none were saved. */
export async function readSettingsRevision(database: Database): Promise<number> {
  const { revision } = await database
    .selectFrom('settings_version')
    .select(sql<number>`coalesce(max(revision), 0)`.as('revision'))
    .executeTakeFirstOrThrow()
  return revision
}

/** New settings; `revision` follows that of the ones they were made from. */
export type NewSettings = {
  revision: number
  settings: object
  author: string
  reason: string
}

/** Adds a revision. `false`: it exists already, saved by another request; nothing is written. */
export async function insertSettings(
  transaction: Database,
  { revision, settings, author, reason }: NewSettings,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await transaction
    .insertInto('settings_version')
    .values({ revision, settings: JSON.stringify(settings), author, reason })
    .onConflict((conflict) => conflict.column('revision').doNothing())
    .executeTakeFirstOrThrow()
  return inserted === 1n
}
