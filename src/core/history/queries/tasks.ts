import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import { eachAccount } from '#platform/database/distributed/each-account.ts'
import { relaxed } from '#platform/database/relaxed.ts'

/** An account whose histories have blocks to write, seal or gather. */
export type HistoryTask = { accountId: string; dueAt: Date }

/** Makes the account's histories due for the scheduled job. Losing it only delays the job's work. */
export async function queueHistoryTask(database: Database, accountId: string): Promise<void> {
  await sql`
    insert into history_task (account_id) select ${accountId} from ${relaxed}
    on conflict (account_id) do update set due_at = least(history_task.due_at, excluded.due_at)`.execute(
    onShardOf(database, accountId),
  )
}

/** Takes up to `limit` due tasks; they are due again after `pause` ms unless they are finished. */
export async function takeHistoryTasks(
  database: Database,
  { limit, pause }: { limit: number; pause: number },
): Promise<HistoryTask[]> {
  const due = sql`due_at <= now() order by due_at limit ${limit}`
  const taken = await eachAccount(
    database,
    sql`select account_id from history_task where ${due}`,
    (own, of) =>
      sql<HistoryTask>`
    update history_task set due_at = date_trunc('milliseconds', now()) + ${pause} * interval '1 ms'
    where account_id in (
      select account_id from history_task where ${of(sql`account_id`)} and ${due} for update skip locked)
    returning account_id as "accountId", due_at as "dueAt"`.execute(own),
  )
  return taken.flatMap(({ rows }) => rows)
}

/** Deletes a task, unless it was queued again meanwhile. */
export async function finishHistoryTask(
  database: Database,
  { accountId, dueAt }: HistoryTask,
): Promise<void> {
  await database
    .deleteFrom('history_task')
    .where('account_id', '=', accountId)
    .where('due_at', '=', dueAt)
    .execute()
}
