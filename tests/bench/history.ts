import { type HistoryFilters, pageOrder } from '#core/history/list-history.ts'
import { findPage } from '#core/history/queries/find-page.ts'
import type { Database } from '#platform/database/database.ts'
import type { Context } from './bench.ts'
import { fillHistory, hanWords, type Size, vocabulary, zipf } from './history-records.ts'
import { runClosedLoop } from './support/load.ts'
import { type Summary, summarize, timeCalls } from './support/measure.ts'
import { format, type Report, type Row } from './support/report.ts'
import { accountId, openSetup, type Setup } from './support/setup.ts'

const pageSize = 20
const calls = 200
const page = { p50: 2, p99: 20 }
const search = { p99: 50 }
const small = { p99: 10 }
const http = { p99: 60 }

/** Most of it goes into making five million records. */
export const fullMinutes = 45

/** Pages and searches of a history of a million records, and of small ones beside it. */
export async function run({ server, quick, full, keepRows }: Context): Promise<Report> {
  const large = quick ? 20_000 : full ? 1_000_000 : 100_000
  const size = { large, others: large / 100, each: 400 }
  const accounts = size.others + 1
  const fill = (database: Database) => fillHistory(database, size)
  await using setup = await openSetup(server, { accounts, roles: ['web'], fill })
  return {
    title: 'Histories',
    rows: [
      ...keepRows(await pageRows(setup.database)),
      ...keepRows(await questionRows(setup.database, 'search', searches)),
      ...keepRows(await questionRows(setup.database, 'filter', filters)),
      ...keepRows(await smallRows(setup.database, size)),
      ...keepRows(await httpRows(setup, size)),
    ],
    notes: [
      `${large.toLocaleString('en')} images of one account, and ${size.each} of each of ${size.others.toLocaleString('en')} others in the same table; prompts of 5 to 30 words, some thousands of different ones as frequent as words are in a language, one prompt in seven Chinese; blocks that are full are sealed by the product’s own code.`,
      `p50, and p99 beside it, of ${calls} calls one after the other from one client, seen from there. Each answer holds ${pageSize} records, the total and the totals of the whole history.`,
      'Yardsticks, measured on 2026-11-21 with 1,000,000 images in the same run as Atelier’s 1.66 to 1.78 ms a page and 6.77 to 33.9 ms a search: for pages `limit … offset …` over the index of the same table, without any total; for searches a count of the prompts that are `ilike`.',
      'Through HTTP: one process of role web, autocannon on one connection with an API key, images included.',
      'On disk, measured on 2026-11-21: a record with its indexes 1,029 bytes, its terms 2,599 bytes once its block is sealed, its share of its block 1 byte.',
    ],
  }
}

type Order = { account?: number; page?: number; filters?: HistoryFilters }

/** The product's own query, as the service sends it. Returns its total. */
async function runQuery(database: Database, { account = 1, page = 1, filters = {} }: Order) {
  const order = { accountId: accountId(account), kind: 'image' as const, page, pageSize, filters }
  return (await findPage(database, pageOrder(order))).total
}

const time = (call: (run: number) => Promise<unknown>) => timeCalls(calls, call)

function timeRow(
  what: string,
  { p50, p99 }: Summary,
  goal: { p50?: number; p99?: number },
  yardstick = '',
): Row {
  const isMet = p50 <= (goal.p50 ?? Infinity) && p99 <= (goal.p99 ?? Infinity)
  const goals = Object.entries(goal).map(([name, most]) => `${name} ≤ ${most} ms`)
  const ours = `${format.ms(p50)}, p99 ${format.ms(p99)}`
  return { what, goal: goals.join(', '), isMet, ours, yardstick }
}

async function pageRows(database: Database): Promise<Row[]> {
  const last = Math.ceil((await runQuery(database, {})) / pageSize)
  const middle = Math.floor(last / 2)
  const random = () => 1 + Math.floor(Math.random() * last)
  const timePage = (depth: () => number) => time(() => runQuery(database, { page: depth() }))
  const [first, deepest] = [await timePage(() => 1), await timePage(() => last)]
  const ratio = deepest.p50 / first.p50
  return [
    timeRow('first page', first, page, '1.03 ms'),
    timeRow('page in the middle', await timePage(() => middle), page, '594 ms'),
    timeRow('last page', deepest, page, '1159 ms'),
    timeRow('page at a random depth', await timePage(random), page, '951 ms'),
    { what: 'last page / first page', goal: '≤ 2×', isMet: ratio <= 2, ours: format.times(ratio) },
  ]
}

/** What histories are asked: each call another question of the same sort. */
type Question = { what: string; next(): HistoryFilters; yardstick?: string }

async function questionRows(database: Database, sort: string, questions: Question[]) {
  const rows: Row[] = []
  for (const { what, next, yardstick } of questions) {
    const taken = await time(() => runQuery(database, { filters: next() }))
    rows.push(timeRow(`${sort}: ${what}`, taken, search, yardstick))
  }
  return rows
}

async function smallRows(database: Database, { others }: Size): Promise<Row[]> {
  const account = () => 2 + Math.floor(Math.random() * others)
  const pages = await time(() => runQuery(database, { account: account() }))
  const all = await time((run) => {
    const filters = searches[run % searches.length]?.next() ?? {}
    return runQuery(database, { account: account(), filters })
  })
  return [
    timeRow('a small account’s first page', pages, small),
    timeRow('a small account’s search, all of these', all, small, '4.93 ms'),
  ]
}

async function httpRows({ url, keys }: Setup, { large }: Size): Promise<Row[]> {
  const headers = { authorization: `Bearer ${keys[0]}` }
  const timeHttp = async (query: () => string) => {
    const path = () => `/api/image-generation/history?${query()}`
    const next = () => ({ method: 'GET' as const, path: path(), headers })
    const load = { url, connections: 1, amount: calls + 10, next }
    const { statuses, latencies } = await runClosedLoop(load)
    if (statuses[200] !== calls + 10) throw new Error(`Not only 200: ${JSON.stringify(statuses)}`)
    return summarize(latencies.slice(10))
  }
  const anywhere = () => `page=${1 + Math.floor((Math.random() * large) / pageSize)}`
  const word = () => new URLSearchParams({ search: pick(searches).next().search ?? '' }).toString()
  return [
    timeRow('through HTTP: first page', await timeHttp(() => 'page=1'), http),
    timeRow('through HTTP: a page at a random depth', await timeHttp(anywhere), http),
    timeRow('through HTTP: a search, all of these', await timeHttp(word), http),
  ]
}

const pick = <Item>(list: readonly Item[]) => list[Math.floor(Math.random() * list.length)] as Item
const rare = () => pick(vocabulary.slice(vocabulary.length / 2))
const common = () => pick(vocabulary.slice(0, 40))
const beginning = (length: number) => zipf(vocabulary).slice(0, length)
const han = (length: number) => {
  const text = hanWords.join('')
  const start = Math.floor(Math.random() * (text.length - length))
  return text.slice(start, start + length)
}
const searchFor = (what: string, next: () => string, yardstick = ''): Question => ({
  what,
  next: () => ({ search: next() }),
  yardstick,
})

const searches = [
  searchFor('a rare word', rare, '2690 ms'),
  searchFor('a common word', common, '2736 ms'),
  searchFor('1 letter', () => beginning(1), '1802 ms'),
  searchFor('2 letters', () => beginning(2), '1879 ms'),
  searchFor('3 letters', () => beginning(3), '1916 ms'),
  searchFor('the beginning of a word, 4 or 5 letters', () => beginning(pick([4, 5])), '2005 ms'),
  searchFor('two words', () => `${zipf(vocabulary)} ${zipf(vocabulary)}`),
  searchFor('five words', () => Array.from({ length: 5 }, common).join(' ')),
  searchFor('1 Chinese character', () => han(1), '1935 ms'),
  searchFor('2 Chinese characters', () => han(2), '1906 ms'),
  searchFor('6 Chinese characters', () => han(6)),
  searchFor(
    'nothing that is there',
    () => `qx${Math.random().toString(36).slice(2, 8)}`,
    '1887 ms',
  ),
]

function someDays() {
  const start = Date.now() - Math.random() * 1000 * 86_400_000
  const end = start + Math.floor(Math.random() * 60) * 86_400_000
  const [from, to] = [start, end].map((time) => new Date(time).toISOString().slice(0, 10))
  return { start: from ?? '', end: to ?? '', timeZone: 'Asia/Shanghai' }
}

const filters: Question[] = [
  { what: 'model', next: () => ({ model: pick(['flux-dev', 'flux-schnell', 'sd35']) }) },
  { what: 'size', next: () => ({ size: pick(['512x512', '1024x1024']) }) },
  { what: 'status', next: () => ({ status: pick(['failed', 'partial', 'completed'] as const) }) },
  { what: 'favourites', next: () => ({ onlyFavorites: true }) },
  { what: 'a tag', next: () => ({ tags: [`tag ${1 + Math.floor(Math.random() * 48)}`] }) },
  { what: 'days', next: () => ({ days: someDays() }) },
  {
    what: 'all of it: word, model, status, favourites, days',
    next: () => {
      const facets = { model: 'flux-dev', status: 'completed', onlyFavorites: true } as const
      return { search: common(), ...facets, days: someDays() }
    },
  },
]
