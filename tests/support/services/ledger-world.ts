import { sql } from 'kysely'
import type { EntryReason } from '#core/credits/tables.ts'
import type { Parts } from '#core/parts.ts'

/** An entry as a test knows it. */
export type KnownEntry = { reason: EntryReason; credits: number; createdAt: Date }

const pattern: readonly Omit<KnownEntry, 'createdAt'>[] = [
  { reason: 'grant', credits: 50 },
  { reason: 'correction', credits: -7 },
  { reason: 'purchase', credits: 20 },
  { reason: 'repayment', credits: -3 },
  { reason: 'correction', credits: -11 },
]

/**
 * Entries of every sign, each `step` ms after the one before, save that now and then one waited for
 * its turn.
 */
export function inventEntries(
  count: number,
  { begin, step }: { begin: Date; step: number },
): KnownEntry[] {
  return Array.from({ length: count }, (_, index) => {
    const waited = index % 97 === 96 ? 40 * step : 0
    const [entry = pattern[0]] = pattern.slice(index % pattern.length)
    return {
      reason: 'grant',
      credits: 1,
      ...entry,
      createdAt: new Date(begin.getTime() + index * step - waited),
    }
  })
}

/** Writes them in their order, behind those that are there; the account's balance follows. */
export async function writeEntries(
  { database }: Parts<'database'>,
  accountId: string,
  entries: readonly KnownEntry[],
): Promise<void> {
  const rows = entries.map((entry, place) => ({ ...entry, place }))
  await sql`
    with before as (
      select credits, last_entry from account where id = ${accountId} for update
    ), written as (
      insert into credit_entry (account_id, number, reason, credits, balance_after, created_at)
      select ${accountId}, before.last_entry + row_number() over (order by place), reason, entry.credits,
        before.credits + sum(entry.credits) over (order by place), "createdAt"
      from before, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as entry (place int, reason entry_reason, credits int, "createdAt" timestamptz)
      order by place
      returning credits
    )
    update account set credits = credits + (select sum(credits) from written),
      last_entry = last_entry + (select count(*) from written)
    where id = ${accountId}`.execute(database)
}
