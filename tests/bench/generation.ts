import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { shrinkImage } from '#core/media/read-image.ts'
import type { Database } from '#platform/database/database.ts'
import type { Context } from './bench.ts'
import { assertAllOk, createPool, endJobs, sendCreates } from './support/load.ts'
import { type CpuTime, median, type ThreadTime, watchCpu, watchThreads } from './support/measure.ts'
import { cpuRows, format, limitRow, type Report } from './support/report.ts'
import { openSetup } from './support/setup.ts'

const accounts = 20
const rate = 30
const maxMs = { product: 2.5, postgres: 1.2 }

type Cost = {
  cpu: CpuTime | null
  threads: ThreadTime | null
  /** In bytes, without full-page images. */
  wal: number
  fullPages: number
  commits: number
  updates: number
  hotUpdates: number
}

/** What one generation costs, from its create call to its stored thumbnail. */
export async function run({ server, quick }: Context): Promise<Report> {
  const [rounds, seconds, warmUps] = quick ? [1, 2, 1] : [3, 8, 5]
  await using setup = await openSetup(server, { accounts, roles: ['all'] })
  const { url, keys, provider, database, pids } = setup
  await using pool = createPool(url)
  endJobs(provider, pool)

  const costs: Cost[] = []
  const count = rate * seconds
  for (let round = 0; round < warmUps + rounds; round++) {
    const before = await readWork(database)
    const [cpu, threads] = [watchCpu(), watchThreads(pids[0] ?? 0)]
    const mark = `round${round}`
    assertAllOk(await sendCreates({ url, keys, rate, seconds: count / rate, mark }))
    await allDrawn(database)
    const used = { cpu: cpu(count), threads: threads(count) }
    const after = await readWork(database)
    const since = (what: keyof Work) => (after[what] - before[what]) / count
    costs.push({
      ...used,
      wal: since('wal') - since('fullPages'),
      fullPages: since('fullPages'),
      commits: since('commits'),
      updates: since('updates'),
      hotUpdates: since('hotUpdates'),
    })
  }

  const steady = costs.slice(warmUps)
  const middle = (what: keyof Work) => median(steady.map((cost) => cost[what]))
  const one = (what: keyof Work) => middle(what).toFixed(1)
  const cpus = steady.map(({ cpu }) => cpu)
  const most = (who: keyof CpuTime) => median(cpus.map((cpu) => cpu?.[who] ?? Number.NaN))
  const ms = (value: number) => `${value.toFixed(2)} ms`
  return {
    title: 'One generation, start to end',
    rows: [
      ...cpuRows('CPU of the product and of PostgreSQL', cpus),
      ...threadRows(steady),
      ...cpuRows(`both for the first ${count} of the process`, [costs[0]?.cpu ?? null]),
      {
        what: 'thumbnail of a photo of a megapixel',
        ours: ms(await timeThumbnail(quick ? 1 : 20)),
      },
      limitRow('CPU of the product', most('product'), maxMs.product, ms),
      limitRow('CPU of PostgreSQL', most('postgres'), maxMs.postgres, ms),
      {
        what: 'write-ahead log, and full pages beside it',
        ours: `${Math.round(middle('wal'))} + ${Math.round(middle('fullPages'))} bytes`,
      },
      { what: 'commits', ours: one('commits') },
      {
        what: 'updates of rows, and those without a new index entry',
        ours: `${one('updates')}, ${one('hotUpdates')}`,
      },
    ],
    notes: [
      `${rate} creates a second of one small image each, of ${accounts} accounts, one process of role all; the provider ends each after 1 s with a webhook; median of ${rounds} rounds of ${seconds} s, after ${warmUps * count} that warm the process up.`,
      'The thumbnail of a larger image, PNG of 1024 × 1024 pixels, is measured apart: its CPU time in this process.',
      'From the create call until its thumbnail is stored. Full pages depend on how recent the last checkpoint is, so they are counted apart.',
    ],
  }
}

/** The CPU time of drawing a thumbnail, in ms. */
async function timeThumbnail(count: number): Promise<number> {
  const content = await sharp('tests/support/media/photo.jpg')
    .resize(1024, 1024, { fit: 'cover' })
    .png()
    .toBuffer()
  const draw = () => shrinkImage({ content, maxPixels: 1024 ** 2 })
  await draw()
  const before = process.cpuUsage()
  for (let drawn = 0; drawn < count; drawn++) await draw()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / count
}

type Work = Record<Exclude<keyof Cost, 'cpu' | 'threads'>, number>

function threadRows(rounds: Cost[]) {
  const split = rounds.flatMap(({ cpu, threads }) =>
    cpu && threads ? { ...threads, rest: cpu.product - threads.main - threads.engine } : [],
  )
  if (split.length === 0) return []
  const one = (group: 'main' | 'rest' | 'engine') =>
    format.ms(median(split.map((time) => time[group])))
  const ours = `${one('main')}, ${one('rest')}, ${one('engine')}`
  return [
    { what: 'of it: main thread; files and images, in all processes; compiling and garbage', ours },
  ]
}

async function readWork(database: Database): Promise<Work> {
  // Statistics of other sessions arrive when these are idle for a moment.
  await delay(1_500)
  const { rows } = await sql<Work>`
    select wal_bytes::float8 as wal, wal_fpi * 8192::float8 as "fullPages", commits, updates, "hotUpdates"
    from pg_stat_wal,
      (select xact_commit::int as commits from pg_stat_database where datname = current_database()) as own,
      (select sum(n_tup_upd)::int as updates, sum(n_tup_hot_upd)::int as "hotUpdates" from pg_stat_user_tables) as tables`.execute(
    database,
  )
  const [work] = rows
  if (!work) throw new Error('PostgreSQL keeps no statistics')
  return work
}

/** Waits until every generation has ended and every image has its thumbnail. */
export async function allDrawn(database: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ open: number }>`select
      (select count(*) from generation where completed_at is null)
        + (select count(*) from media where thumbnail_key is null) as open`.execute(database)
    if (Number(rows[0]?.open) === 0) return
    await delay(100)
  }
}
