import { load } from '../measure/machine.ts'
import { type Row, writeReport } from '../measure/report.ts'
import { times } from '../measure/words.ts'
import { accountId, makeKeys } from '../world/accounts.ts'
import { startProviderStub } from '../world/provider-stub.ts'
import { openServer } from '../world/server.ts'
import { startStudio } from '../world/studio.ts'
import { ask, orderOf, pageSize } from './ask.ts'
import { httpTimes } from './http-times.ts'
import { countLike, offsetPage } from './naive.ts'
import { writePlans } from './plans.ts'
import { filters, searches } from './questions.ts'
import { measuredRow } from './rows.ts'
import { cpuOf, time } from './timing.ts'
import { type LargeWorld, openLargeWorld } from './world/large-world.ts'
import { sizesOf } from './world/storage.ts'

/** Most of it goes into making five million records. In ms. */
export const longest = 45 * 60_000

const often = 200
const seldom = 3

/**
 * Pages and searches of a history of a million records, and of small ones beside it.
 * `--records=<n>`: another size than a million. `--keep`: keeps the database, and takes it as it is
 * the next time.
 */
export async function run(flags: string[]): Promise<void> {
  const large = Number(
    flags.find((flag) => flag.startsWith('--records='))?.split('=')[1] ?? 1_000_000,
  )
  await using server = await openServer()
  const size = { large, others: Math.ceil(large / 100), each: 400 }
  await using world = await openLargeWorld(server, size, flags.includes('--keep'))
  const before = load()
  const rows = [
    ...(await pageRows(world)),
    ...(await searchRows(world)),
    ...(await filterRows(world)),
    ...(await smallRows(world)),
    ...(await httpRows(world)),
    ...(await sizesOf(world.database)),
  ]
  await writePlans(world.url, [
    { what: 'The first page', account: 1, page: 1 },
    { what: 'A page in the middle', account: 1, page: Math.floor(large / pageSize / 2) },
    { what: 'A word of a large history', account: 1, page: 1, filters: { search: 'crystal' } },
    { what: 'One letter in a large history', account: 1, page: 1, filters: { search: 's' } },
    { what: 'Two Chinese characters', account: 1, page: 1, filters: { search: '雪地' } },
    { what: 'A word of a small history', account: 2, page: 1, filters: { search: 'crystal' } },
  ])
  const notes = [
    `${large.toLocaleString('en')} pictures of one account, and ${size.each} of each of ${size.others.toLocaleString('en')} others in the same table; prompts of 5 to 30 words, some thousands of different ones as frequent as words are in a language, one prompt in seven Chinese; blocks that are full are sealed by the product’s own code.`,
    `p50, and p99 beside it, of ${often} calls one after the other from one client, seen from there; the ratio is Atelier’s p50 to the yardstick’s. Each answer holds ${pageSize} records, the total and the totals of the whole history.`,
    'Yardstick for pages: `limit … offset …` over the index of the same table, without any total. For searches: a count of the prompts that are `ilike`.',
    'Through HTTP: one process of role web, signed in by an API key, pictures included.',
    'CPU: what PostgreSQL worked for it, where it is on the same machine; where others use the same cores, it says more than the clock.',
    'Plans: [history-plans.md](history-plans.md).',
  ]
  await writeReport(
    { name: 'history', title: 'Histories', rows, notes, loads: [before, load()] },
    server,
  )
}

async function pageRows({ database }: LargeWorld): Promise<Row[]> {
  const cpu = await cpuOf(database)
  const total = await ask(database, orderOf(1, 1))
  const last = Math.ceil(total / pageSize)
  const depths = [
    ['first page', () => 1],
    ['page in the middle', () => Math.floor(last / 2)],
    ['last page', () => last],
    ['page at a random depth', () => 1 + Math.floor(Math.random() * last)],
  ] as const
  const measured = []
  for (const [what, depth] of depths) {
    const ours = await time(often, () => ask(database, orderOf(1, depth())), { cpu })
    const naive = await time(
      seldom,
      () => offsetPage(database, accountId(1), (depth() - 1) * pageSize, pageSize),
      {
        warm: 1,
        cpu,
      },
    )
    measured.push({ ours, row: measuredRow(what, ours, naive, { p50: 2, p99: 20 }) })
  }
  const [firstPage, , lastPage] = measured.map(({ ours }) => ours.wall.p50)
  const ratio = (lastPage ?? Number.NaN) / (firstPage ?? Number.NaN)
  const deep = {
    what: 'last page / first page',
    ratio: times(ratio),
    goal: '≤ 2×',
    met: ratio <= 2,
    ours: '',
    yardstick: '',
  }
  return [...measured.map(({ row }) => row), deep]
}

async function searchRows({ database }: LargeWorld): Promise<Row[]> {
  const cpu = await cpuOf(database)
  const rows = []
  for (const { what, ask: next, naive } of searches) {
    const ours = await time(often, () => ask(database, orderOf(1, 1, next())), { cpu })
    const scan =
      naive === undefined
        ? null
        : await time(seldom, () => countLike(database, accountId(1), naive), { warm: 0, cpu })
    rows.push(measuredRow(`search: ${what}`, ours, scan, { p99: 80 }))
  }
  return rows
}

async function filterRows({ database }: LargeWorld): Promise<Row[]> {
  const cpu = await cpuOf(database)
  const rows = []
  for (const { what, ask: next } of filters) {
    const ours = await time(often, () => ask(database, orderOf(1, 1, next())), { cpu })
    rows.push(measuredRow(`filter: ${what}`, ours, null, { p99: 80 }))
  }
  return rows
}

async function smallRows({ database, size }: LargeWorld): Promise<Row[]> {
  const cpu = await cpuOf(database)
  const someone = () => 2 + Math.floor(Math.random() * size.others)
  const page = await time(often, () => ask(database, orderOf(someone(), 1)), { cpu })
  const everything = await time(often, (run) =>
    ask(database, orderOf(someone(), 1, searches[run % searches.length]?.ask())),
  )
  const naive = await time(often, () => countLike(database, accountId(someone()), 'crystal'), {
    cpu,
  })
  return [
    measuredRow('a small account’s first page', page, null, { p99: 10 }),
    measuredRow('a small account’s search, all of these', everything, naive, { p99: 10 }),
  ]
}

async function httpRows({ database, url, size }: LargeWorld): Promise<Row[]> {
  await using stub = await startProviderStub()
  await using studio = await startStudio({
    databaseUrl: url,
    roles: ['web'],
    providerUrl: stub.url,
  })
  const [key = ''] = await makeKeys(database, 1)
  const pages = Math.floor(size.large / pageSize)
  const anywhere = () => `page=${1 + Math.floor(Math.random() * pages)}`
  const first = await httpTimes(studio.url, key, often, () => 'page=1')
  const deep = await httpTimes(studio.url, key, often, anywhere)
  const words = await httpTimes(studio.url, key, often, () => {
    const { ask: next } = searches[Math.floor(Math.random() * searches.length)] ?? {
      ask: () => ({ search: 'a' }),
    }
    return new URLSearchParams({ search: next().search ?? '' }).toString()
  })
  return [
    measuredRow('through HTTP: first page', first, null, { p99: 60 }),
    measuredRow('through HTTP: a page at a random depth', deep, null, { p99: 60 }),
    measuredRow('through HTTP: a search, all of these', words, null, {}),
  ]
}
