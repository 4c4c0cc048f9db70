import { sql } from 'kysely'
import type { Database } from '../../database.ts'

/** Marks a sign-in attempt as used. `false`: it was used before, in whatever process. */
export async function takeAttempt(database: Database, stateHash: Buffer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('sign_in_used')
    .values({ state_hash: stateHash })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Forgets the used attempts that nobody could bring again: those older than `time` ms. */
export async function deleteUsedAttempts(database: Database, time: number): Promise<void> {
  await database
    .deleteFrom('sign_in_used')
    .where('used_at', '<', sql<Date>`now() - ${time} * interval '1 ms'`)
    .execute()
}
