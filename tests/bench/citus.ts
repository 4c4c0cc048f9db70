import { sql } from 'kysely'
import { indexHistories } from '#core/history/maintain-index.ts'
import { findPage } from '#core/history/queries/find-page.ts'
import { buildSearchFilter } from '#core/history/search-filter-rules.ts'
import { schema } from '#features/contributions.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import { migrate } from '#platform/database/migrate.ts'
import { findCitusPrograms, startCitusCluster } from '#testing/database/citus-cluster.ts'
import { execute } from '#testing/database/postgres.ts'
import type { Context } from './bench.ts'
import { runProductStatement } from './starts.ts'
import { summarize } from './support/measure.ts'
import { insertRecords } from './support/records.ts'
import { format, type Report } from './support/report.ts'
import { accountId, insertAccounts } from './support/setup.ts'

const accounts = 2_000
const historyAccount = 1

type Result = { rate: number; page: number; search: number }

/** Starts, history pages and searches on clusters of several sizes beside one node of the same PostgreSQL. */
export async function run({ quick }: Context): Promise<Report> {
  const folder = findCitusPrograms()
  if (!folder) throw new Error('Citus is not installed')
  const [seconds, records, sizes] = quick ? [1, 2_000, [1]] : [5, 20_000, [1, 2, 4]]
  const alone = await measure(folder, { workers: 0, seconds, records })
  const rows = []
  for (const workers of sizes) {
    const ours = await measure(folder, { workers, seconds, records })
    const name = workers === 1 ? '1 worker' : `${workers} workers`
    const pair = (what: string, key: keyof Result, say: (value: number) => string) => ({
      what: `${what}, ${name} / one node`,
      ratio: (ours[key] / alone[key]).toFixed(2),
      ours: say(ours[key]),
      yardstick: say(alone[key]),
    })
    rows.push(
      pair('starts', 'rate', format.rate),
      pair('history page in the middle', 'page', format.ms),
      pair('search', 'search', format.ms),
    )
  }
  return {
    title: 'Citus',
    rows,
    notes: [
      `Coordinator, workers and one node are the machine’s PostgreSQL with Citus (not the one named below) on the same cores: more workers share what one node has alone, so the table shows what the cluster costs, not what more machines give.`,
      `Starts: \`chargeAndInsert\` from one process, 8 clients, over ${accounts} accounts, ${seconds} s. Pages and searches: the median of 100 calls, one after the other, on an account with ${records} records.`,
    ],
  }
}

async function measure(
  folder: string,
  { workers, seconds, records }: { workers: number; seconds: number; records: number },
): Promise<Result> {
  const cluster = await startCitusCluster(folder, { workers, isDurable: true })
  try {
    const [first] = cluster.nodes
    if (workers > 0) await cluster.createDatabase('bench', ['citus.shard_count = 8'])
    else await execute(first.connection('postgres'), 'create database bench')
    const target = await prepare(first.connection('bench'))
    const database = openDatabase(target, () => undefined, 2)
    try {
      await insertAccounts(database, accounts)
      await insertRecords(onShardOf(database, accountId(historyAccount)), historyAccount, {
        count: records,
      })
      await indexHistories({ database }, accountId(historyAccount))
      const rate = await runProductStatement(target, seconds, accounts)
      return { rate, ...(await measureHistory(database, records)) }
    } finally {
      await database.destroy()
    }
  } finally {
    await cluster.stop()
  }
}

async function prepare(connection: { url: string }) {
  const database = openDatabase(connection, () => undefined, 1)
  try {
    return { ...connection, ...(await migrate(database, schema)) }
  } finally {
    await database.destroy()
  }
}

async function measureHistory(database: Database, records: number) {
  await sql`analyze generation`.execute(database)
  const order = { accountId: accountId(historyAccount), kind: 'image' as const, limit: 60 }
  const page = () => findPage(database, { ...order, offset: records / 2 })
  const search = () =>
    findPage(database, { ...order, offset: 0, searched: buildSearchFilter({ search: 'glacier' }) })
  return { page: await time(page), search: await time(search) }
}

/** The median of many calls in ms; the first ones do not count. */
async function time(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = -10; run < 100; run++) {
    const start = performance.now()
    await call()
    if (run >= 0) times.push(performance.now() - start)
  }
  return summarize(times).p50
}
