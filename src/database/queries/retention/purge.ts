import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import { bitsOfNumbers, blockSize, none } from '../history/bits.ts'
import { keptTerms } from '../history/seal.ts'

const isSought = sql`(known.account_id, known.kind, known.term, known.block)
  = (sought.account_id, sought.kind, sought.term, sought.block)`

/**
 * Ends the time in which up to `limit` deleted generations could be restored: the records of their
 * files go (the files follow in the sweep), and so does what a person wrote, on the row and in the
 * terms that searches look at. The row and its ledger entries stay. Answers how many there were.
 */
export async function purgeDeleted(database: Database, limit: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with due as (
      select id, account_id, kind, number, status, terms from generation
      where purge_at <= now() order by purge_at limit ${limit} for update skip locked
    ), files as (
      delete from media using due where media.generation_id = due.id
    ), sought as (
      select account_id, kind, term, number / ${blockSize} as block, ${bitsOfNumbers} as bits
      from due, ${keptTerms} group by account_id, kind, term, number / ${blockSize}
    ), others_have as (
      update history_term as known set bits = known.bits & ~sought.bits from sought
      where ${isSought} and known.bits & ~sought.bits <> ${none}
    ), nobody_has as (
      delete from history_term as known using sought where ${isSought} and known.bits & ~sought.bits = ${none}
    )
    update generation set purge_at = null, input = '{}', answer = null, terms = '{}', tags = '{}', error_message = null,
      request_hash = null
    from due where generation.id = due.id
    returning generation.id`.execute(database)
  return rows.length
}
