import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { createKey } from '#core/accounts/api-keys.ts'
import { takeCredits } from '#core/accounts/queries/admin-accounts.ts'
import type { AllParts } from '#core/parts.ts'
import { coreSchema } from '#core/schema/schema.ts'
import { schema } from '#features/contributions.ts'
import { readMoney, testAccount } from '../context.ts'
import { sessionCookieOf } from '../person.ts'
import { featureMatrices } from './feature-matrices.ts'
import type { Make } from './matrix-resources.ts'
import { type CallerName, roles } from './matrix-table.ts'

/** A caller of the table, with resources of its own. */
export type Caller = {
  name: CallerName
  accountId: string
  email: string
  headers: Record<string, string>
  /** One for each time that the table asks for the own one. */
  own: string[]
}

/** A new caller: first what is theirs, while they can have it, then what they have become. */
export async function makeCaller(
  context: AllParts & { admins: Set<string> },
  name: CallerName,
  makes: readonly Make[],
): Promise<Caller> {
  const { id: accountId, email } = await testAccount(context, { credits: 100_000, paid: true })
  const own: string[] = []
  for (const make of makes) own.push(await make(context, accountId))
  if (name === 'admin') context.admins.add(email)
  return { name, accountId, email, own, headers: await become(context, name, accountId) }
}

const isRole = (name: CallerName): name is (typeof roles)[number] =>
  (roles as readonly CallerName[]).includes(name)

async function become(
  context: AllParts,
  name: CallerName,
  accountId: string,
): Promise<Record<string, string>> {
  const { database } = context
  const account = database.updateTable('account').where('id', '=', accountId)
  if (name === 'anon') return {}
  if (name === 'read' || name === 'create') {
    const { key } = await createKey(context, { accountId, name: 'its own', scopes: [name] })
    return { authorization: `Bearer ${key}` }
  }
  const cookie = await sessionCookieOf(context, accountId)
  if (name === 'ended')
    await database.deleteFrom('session').where('account_id', '=', accountId).execute()
  if (isRole(name)) await account.set({ role: name }).execute()
  if (name === 'unpaid') await account.set({ has_paid: false }).execute()
  if (name === 'susp') await account.set({ suspended_at: new Date() }).execute()
  if (name === 'broke') {
    const { balance } = await readMoney(context, accountId)
    await takeCredits(database, { accountId, credits: balance, note: uuid() })
  }
  return { cookie }
}

const writtenByOthers = featureMatrices.flatMap(({ writtenByOthers: tables = [] }) => tables)

/** Everything of an account that its own requests can change, but for the time of its last visit. */
export async function stateOf({ database }: AllParts, accountId: string): Promise<unknown> {
  const elsewhere = [...coreSchema.accountTables, ...writtenByOthers]
  const ofFeatures = schema.accountTables.filter((table) => !elsewhere.includes(table))
  const contributions = ofFeatures.map(
    (table) => sql`${sql.lit(table)}, (select jsonb_agg(to_jsonb(own) order by to_jsonb(own)::text)
      from ${sql.table(table)} as own where account_id = ${accountId}),`,
  )
  const { rows } = await sql<{ state: unknown }>`
    select jsonb_build_object(${sql.join(contributions, sql` `)}
      'account', (select to_jsonb(account) from account where id = ${accountId}),
      'entries', (select count(*) from credit_entry where account_id = ${accountId}),
      'generations', (select jsonb_agg(to_jsonb(g) order by id) from generation_with_job as g where account_id = ${accountId}),
      'media', (select jsonb_agg(id order by id) from media where account_id = ${accountId}),
      'pending', (select jsonb_agg(to_jsonb(p) order by id) from pending_upload as p where account_id = ${accountId}),
      'sessions', (select jsonb_agg(id order by id) from session where account_id = ${accountId}),
      'keys', (select jsonb_agg(to_jsonb(k) - 'last_used_at' order by id) from api_key as k where account_id = ${accountId})
    ) as state`.execute(database)
  return rows[0]?.state
}
