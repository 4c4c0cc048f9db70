import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database.ts'
import { moveDebt } from '../payments/settle.ts'

/** The ledger's note on the credits of a sign-up. */
export const signUpNote = 'sign-up'

/**
 * Remembers by its hashes (hexadecimal) that an identity had this account, if it was given sign-up
 * credits, or owes or may still come to owe something. Within the transaction that deletes the
 * account.
 */
export async function rememberIdentity(
  transaction: Database,
  accountId: string,
  hashes: readonly string[],
) {
  if (hashes.length === 0) return
  await sql`
    with facts as (
      select owed > 0 or exists (select from payment where account_id = account.id)
          or exists (select from account as earlier where earlier.successor_id = account.id) as may_owe,
        exists (select from credit_entry
          where account_id = account.id and reason = 'grant' and note = ${signUpNote})
        or exists (select from deleted_identity join account as earlier on earlier.id = deleted_identity.account_id
          where earlier.successor_id = account.id and has_signup_grant) as has_grant
      from account where id = ${accountId}
    )
    insert into deleted_identity (identity_hash, account_id, has_signup_grant)
    select hash, ${accountId}, has_grant from facts, ${bytes(hashes)} as given(hash)
    where may_owe or has_grant order by hash
    on conflict (identity_hash) do update set account_id = excluded.account_id,
      has_signup_grant = deleted_identity.has_signup_grant or excluded.has_signup_grant`.execute(
    transaction,
  )
}

/**
 * Makes an account the successor of the deleted ones that an identity had: it bears what they owe,
 * now and later. Answers whether the identity was given sign-up credits before. Any number of
 * times.
 */
export async function recallIdentity(
  transaction: Database,
  accountId: string,
  hashes: readonly string[],
): Promise<{ hasSignUpGrant: boolean }> {
  if (hashes.length === 0) return { hasSignUpGrant: false }
  const { rows } = await sql<{ id: string; has_grant: boolean }>`
    select coalesce(successor_id, account.id) as id, bool_or(has_signup_grant) as has_grant
    from deleted_identity join account on account.id = account_id
    where identity_hash in (select * from ${bytes(hashes)} as given) group by 1 order by 1`.execute(
    transaction,
  )
  for (const { id } of rows) await makeSuccessor(transaction, { id, successorId: accountId })
  return { hasSignUpGrant: rows.some(({ has_grant }) => has_grant) }
}

/**
 * All that it succeeds point to it, never to one another. One that has a successor, or is in use,
 * keeps to that.
 */
async function makeSuccessor(
  transaction: Database,
  { id, successorId }: { id: string; successorId: string },
) {
  const { rows } = await sql<{ id: string }>`
    with deleted as (
      select id from account
      where id = ${id} and id <> ${successorId} and deleted_at is not null and successor_id is null for update
    )
    update account set successor_id = ${successorId} from deleted
    where account.id = deleted.id or account.successor_id = deleted.id
    returning account.id`.execute(transaction)
  for (const row of rows) await moveDebt(transaction, row.id)
}

function bytes(hashes: readonly string[]): RawBuilder<unknown> {
  const all = sql.join(hashes.map((hash) => sql`(decode(${hash}, 'hex'))`))
  return sql`(values ${all})`
}
