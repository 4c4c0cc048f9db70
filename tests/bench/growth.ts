import { globSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { findAccounts } from '#core/accounts/find-accounts.ts'
import { readFigures } from '#core/admin/overview-queries.ts'
import { findStatementPage, sealBlocks } from '#core/credits/queries/statement.ts'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { listGenerations } from '#core/generations/list-generations.ts'
import { chargeAndInsert } from '#core/generations/queries/start-generation.ts'
import { pageOrder } from '#core/history/list-history.ts'
import { findPage } from '#core/history/queries/find-page.ts'
import type {} from '#core/jobs/scheduled-job.ts' // declares the point
import { contributions } from '#features/contributions.ts'
import type { Database } from '#platform/database/database.ts'
import type { Context } from './bench.ts'
import { fillHistory, vocabulary } from './history-records.ts'
import { newGeneration } from './starts.ts'
import { assertAllOk, createPool, endJobs, sendCreates } from './support/load.ts'
import { type CpuTime, summarize, timeCalls, watchCpu } from './support/measure.ts'
import { format, type Report } from './support/report.ts'
import { accountId, openSetup, type PostgresServer, type Setup } from './support/setup.ts'

type GrowthQueries = (
  database: Database,
  fullDay: { start: Date; end: Date },
) => Record<string, () => Promise<unknown>>

/** The files `growth-queries.ts` of features. */
const ofFeatures = await Promise.all(
  globSync('src/features/*/growth-queries.ts').map(async (file) => {
    const { growthQueries } = await import(new URL(`../../${file}`, import.meta.url).href)
    return growthQueries as GrowthQueries
  }),
)

const others = 20_000
const rate = 30
const calls = 50
const metricsToken = 'a token of the benchmark'

/** Most of it goes into making five million records. */
export const fullMinutes = 60

/** What becomes slower when the tables grow: everything once beside each number of generations. */
export async function run({ server, quick, full, keepRows }: Context): Promise<Report> {
  const sizes = full
    ? ([1_000_000, 5_000_000] as const)
    : ([100_000, quick ? 200_000 : 500_000] as const)
  const smaller = await measureAt(server, sizes[0], quick ? 2 : 10)
  keepRows(
    [...smaller].map(([what, { value, say }]) => ({ what, ours: '', yardstick: say(value) })),
  )
  const larger = await measureAt(server, sizes[1], quick ? 2 : 10)
  const [few, many] = sizes.map((size) => size.toLocaleString('en'))
  return {
    title: 'Growth',
    rows: [...larger].map(([what, { value, say }]) => {
      const before = smaller.get(what)?.value ?? Number.NaN
      const ratio = format.times(value / before)
      return { what, ratio, ours: say(value), yardstick: say(before) }
    }),
    notes: [
      `Atelier: beside ${many} generations; yardstick: beside ${few}. A fifth of them are of one account, the others of ${others.toLocaleString('en')}; two ledger entries for each that failed and one for each other, a payment for every fifth; 1,000 days.`,
      `Times are the median of ${calls} calls one after the other, seen from the client. A generation: ${rate} a second, one process of role all, the provider ends each after 1 s with a webhook.`,
      'The daily work that reads everything is postponed, and the verification measured by itself: the whole `ledger verify`, once.',
      'Sizes are those of a table with its indexes, divided by its rows.',
    ],
  }
}

type Figure = { value: number; say: (value: number) => string }

async function measureAt(server: PostgresServer, size: number, seconds: number) {
  const large = size / 5
  const each = (size - large) / others
  await using setup = await openSetup(server, {
    accounts: others + 1,
    roles: ['all'],
    environment: { METRICS_TOKEN: metricsToken },
    fill: async (database) => {
      await fillHistory(database, { large, others, each })
      await fillLedger(database)
      await postponeDailyWork(database)
    },
  })
  const { provider, database } = setup
  await using pool = createPool(setup.url)
  endJobs(provider, pool)
  const figures = new Map<string, Figure>()
  for (const [what, value] of Object.entries(await measureGenerations(setup, seconds)))
    figures.set(what, { value, say: format.ms })
  for (const [what, call] of Object.entries(callsOf(setup, size))) {
    const { p50 } = await timeCalls(calls, call)
    figures.set(what, { value: p50, say: format.ms })
  }
  await untilNoJobs(database)
  const start = performance.now()
  const { faults } = await verifyLedger({ database, contributions })
  if (faults.length > 0) throw new Error(`The ledger is wrong: ${JSON.stringify(faults[0])}`)
  figures.set('the daily verification', { value: performance.now() - start, say: inSeconds })
  for (const [what, value] of Object.entries(await readSizes(database)))
    figures.set(what, { value, say: inBytes })
  return figures
}

const inSeconds = (value: number) => `${(value / 1000).toFixed(1)} s`
const inBytes = (value: number) => `${Math.round(value)} bytes`

/** A start with its charge, from its call to its stored result, in ms. */
async function measureGenerations({ url, keys, database }: Setup, seconds: number) {
  const send = async (mark: string) => {
    const sent = await sendCreates({ url, keys, rate, seconds, mark })
    assertAllOk(sent)
    await untilNoJobs(database)
    return sent
  }
  await send('warm')
  const cpu = watchCpu()
  const sent = await send('measured')
  const used: CpuTime | null = cpu(sent.length)
  const { p50, p99 } = summarize(sent.map(({ sentAt, answeredAt }) => answeredAt - sentAt))
  return {
    'a create call, median': p50,
    'a create call, p99': p99,
    'a generation: processor time of the product': used?.product ?? Number.NaN,
    'a generation: processor time of PostgreSQL': used?.postgres ?? Number.NaN,
  }
}

async function untilNoJobs(database: Database): Promise<void> {
  const open = () => database.selectFrom('job').select('account_id').limit(1).executeTakeFirst()
  while (await open()) await delay(100)
}

const random = (count: number) => 1 + Math.floor(Math.random() * count)

/** What is read often, each by its own name. */
function callsOf({ database, url, keys }: Setup, size: number) {
  const context = { database }
  const someone = () => accountId(1 + random(others))
  const page = (owner: string, more: object = {}) => {
    const order = { accountId: owner, kind: 'image' as const, pageSize: 20, ...more }
    return findPage(database, pageOrder({ page: 1, filters: {}, ...order }))
  }
  const word = () => vocabulary[vocabulary.length - random(1_000)] ?? ''
  const all = { kind: null, model: null, code: null, from: new Date(0), to: new Date() }
  const dayMs = 86_400_000
  const end = (Math.floor(Date.now() / dayMs) - 1) * dayMs
  const fullDay = { start: new Date(end - dayMs), end: new Date(end) }
  const get = async (path: string, token: string) => {
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`)
  }
  return {
    'the charging statement': async () => {
      const result = await chargeAndInsert(database, newGeneration(someone()), contributions)
      if (!result.charged) throw new Error(`A start was not charged: ${result.reason}`)
    },
    'history through HTTP, first page of the large account': () =>
      get('/api/image-generation/history?page=1', keys[0] ?? ''),
    'history, a page of the large account at any depth': () =>
      page(accountId(1), { page: random(size / 100) }),
    'history, a rare word in the large account': () =>
      page(accountId(1), { filters: { search: word() } }),
    'history, first page of a small account': () => page(someone()),
    'statement, first page of the large account': () =>
      findStatementPage(database, { accountId: accountId(1), offset: 0, limit: 20 }),
    'a scrape of /metrics': () => get('/metrics', metricsToken),
    'the figures of /admin’s overview': () => readFigures(database),
    ...Object.fromEntries(
      ofFeatures.flatMap((queries) => Object.entries(queries(database, fullDay))),
    ),
    '/admin: accounts, first page': () =>
      findAccounts(context, { text: '', before: null, limit: 50 }),
    '/admin: accounts by a part of the address': () =>
      findAccounts(context, { text: `${random(others)}@ex`, before: null, limit: 50 }),
    '/admin: generations, newest': () => listGenerations(context, { ...all, status: null }, null),
    '/admin: generations, failed': () =>
      listGenerations(context, { ...all, status: 'failed' }, null),
  }
}

/** What reads the whole database once a day would be measured with everything else. */
async function postponeDailyWork(database: Database): Promise<void> {
  const jobs = ['ledger', ...contributions.scheduledJobs.map(({ name }) => name)]
  await sql`insert into scheduled_job (name, lease_until, next_run_at)
    select name, now(), now() + interval '1 day' from unnest(${jobs}::text[]) as name`.execute(
    database,
  )
}

/** What charged and refunded these generations, in their order, and payments. */
async function fillLedger(database: Database): Promise<void> {
  await database.connection().execute(async (session) => {
    await sql`set session_replication_role = replica`.execute(session)
    await sql`set synchronous_commit = off`.execute(session)
    await sql`
      insert into credit_entry (account_id, number, generation_id, reason, credits, balance_after, created_at)
      select account_id, 1 + row_number() over entries, id, reason, change,
        1000000000 + sum(change) over entries, at
      from (
        select account_id, number, id, 'charge'::entry_reason as reason, -price as change, created_at as at from generation
        union all
        select account_id, number, id, 'refund', refunded, completed_at from generation where refunded > 0
      ) entry
      window entries as (partition by account_id order by number, change rows unbounded preceding)
      order by at`.execute(session)
    await sql`update account set credits = newest.balance_after, last_entry = newest.number
      from (select distinct on (account_id) account_id, number, balance_after from credit_entry
        order by account_id, number desc) newest
      where id = account_id`.execute(session)
    await sql`insert into payment (id, account_id, pack, credits, amount, currency, status, intent_id, created_at, paid_at)
      select id, account_id, 'pack', 1000, 1000, 'usd', 'paid', id::text, created_at, created_at from generation
      where number % 5 = 0`.execute(session)
    await sql`reset session_replication_role`.execute(session)
    await sql`reset synchronous_commit`.execute(session)
  })
  for (const table of ['credit_entry', 'payment', 'account'])
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(database)
  await sealBlocks(database, accountId(1))
}

/** Bytes a row of the largest tables, with its indexes. */
async function readSizes(database: Database): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {}
  for (const table of ['generation', 'credit_entry', 'payment']) {
    const { rows } = await sql<{ bytes: number; records: number }>`
      select pg_total_relation_size(${table}::regclass) as bytes, count(*) as records from ${sql.table(table)}`.execute(
      database,
    )
    sizes[`on disk: a row of ${table}`] = Number(rows[0]?.bytes) / Number(rows[0]?.records)
  }
  return sizes
}
