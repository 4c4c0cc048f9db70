import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Account } from '../load/create.ts'
import type { Http } from '../load/http.ts'
import type { PlannedAct } from '../plan/plan-money.ts'

/** How often an action was acknowledged, and how often its outcome is unknown. */
export type ActRecord = { plan: PlannedAct; acknowledged: number; unknown: number }

export type Office = {
  http: Http
  webs: string[]
  database: Database
  operator: Account
  accounts: Account[]
}

/** What the audit log knows an act by. */
export function reasonOf({ act, number }: PlannedAct): string {
  return `chaos ${act} ${number}`
}

/**
 * Does what an operator does, through HTTP. Credits are given or taken once; the request is not
 * repeated when its answer was lost, because the operator cannot know whether it succeeded. A failed
 * generation is refunded or retried by two requests at the same moment.
 */
export async function operate(office: Office, record: ActRecord): Promise<void> {
  const { plan } = record
  const isMoney = plan.act === 'grant' || plan.act === 'take'
  const target = isMoney ? moneyTarget(office, plan) : await failedOne(office, plan)
  if (!target) return
  await Promise.all(
    isMoney
      ? [act(office, record, target)]
      : [act(office, record, target), act(office, record, target)],
  )
}

function moneyTarget({ accounts }: Office, { account, act: name, credits }: PlannedAct) {
  return { path: `accounts/${accounts[account]?.id}/${name}`, body: { credits } }
}

/** Their owners gave them up, or the provider would refuse them again. */
const final = ['cancelled', 'invalid_input', 'content_policy'] as const

/** One that failed and has not been deleted, chosen by the act's number. */
async function failedOne({ database }: Office, { act: name, number }: PlannedAct) {
  const failed = await database
    .selectFrom('generation')
    .select('id')
    .where('status', '=', 'failed')
    .where('deleted_at', 'is', null)
    .$if(name === 'retry', (query) => query.where('error_code', 'not in', [...final]))
    .orderBy(sql`md5(id::text || ${number})`)
    .limit(1)
    .executeTakeFirst()
    .catch(() => undefined)
  return failed && { path: `generations/${failed.id}/${name}`, body: {} }
}

async function act(
  { http, webs, operator }: Office,
  record: ActRecord,
  { path, body }: { path: string; body: object },
): Promise<void> {
  const answer = await http.send({
    method: 'POST',
    url: `${webs[record.plan.number % webs.length]}/api/admin/${path}`,
    what: `operator’s ${record.plan.act}`,
    headers: { cookie: operator.cookie },
    body: { ...body, reason: reasonOf(record.plan) },
  })
  if ('lost' in answer || answer.status === 503) record.unknown += 1
  else if (answer.status === 200) record.acknowledged += 1
}
