import { type Generated, type Selectable, sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { WithDefault } from '#platform/database/tables.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    invitation: InvitationTable
  }
}

/** Links that create accounts; `used`: how many each has created. */
type InvitationTable = {
  id: string
  token_hash: Buffer
  uses: number
  used: Generated<number>
  /** What each of these accounts gets. */
  credits: number
  /** For operators. */
  note: string | null
  created_by: string
  created_at: Generated<Date>
  expires_at: Date
  revoked_at: WithDefault<Date | null>
}

export type InvitationRow = Selectable<InvitationTable>

export type NewInvitation = {
  id: string
  tokenHash: Buffer
  uses: number
  credits: number
  note: string | null
  createdBy: string
  /** Until it expires. */
  days: number
}

export function insertInvitation(
  transaction: Database,
  { id, tokenHash, uses, credits, note, createdBy, days }: NewInvitation,
): Promise<InvitationRow> {
  return transaction
    .insertInto('invitation')
    .values({
      ...{ id, token_hash: tokenHash, uses, credits, note },
      created_by: createdBy,
      expires_at: sql<Date>`now() + ${days} * interval '1 day'`,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function findInvitation(
  database: Database,
  tokenHash: Buffer,
): Promise<InvitationRow | undefined> {
  return database
    .selectFrom('invitation')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/**
 * Takes one use, in the transaction of the account that it is for: the row is locked until that
 * ends. `undefined`: the invitation does not count, or not any more.
 */
export function takeInvitation(
  transaction: Database,
  tokenHash: Buffer,
): Promise<InvitationRow | undefined> {
  return transaction
    .updateTable('invitation')
    .set({ used: sql`used + 1` })
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .where('used', '<', sql<number>`uses`)
    .returningAll()
    .executeTakeFirst()
}

/** Returns invitations, newest first; `before`: only those older than the one with this id. */
export function listInvitations(
  database: Database,
  { before, limit }: { before: string | null; limit: number },
): Promise<InvitationRow[]> {
  return database
    .selectFrom('invitation')
    .selectAll()
    .$if(before !== null, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Revokes an invitation; one that is revoked stays so. `undefined`: there is none of this id. */
export function revokeInvitation(
  transaction: Database,
  id: string,
): Promise<InvitationRow | undefined> {
  return transaction
    .updateTable('invitation')
    .set({ revoked_at: sql`coalesce(revoked_at, now())` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}
