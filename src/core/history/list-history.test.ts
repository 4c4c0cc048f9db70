import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { statuses } from '#core/generations/rules/status.ts'
import { type Kind, kinds } from '#core/models/rules/kinds.ts'
import { testAccount, testContext } from '#testing/context.ts'
import {
  inventRecords,
  type Known,
  seededRandom,
  writeChanges,
  writeRecords,
} from '#testing/services/history-world.ts'
import { type HistoryFilters, listHistory } from './list-history.ts'
import { indexHistories } from './maintain-index.ts'

const context = await testContext()
const random = seededRandom(5)
const world: { accounts: string[]; records: Known[] } = { accounts: [], records: [] }

/**
 * Several blocks, sealed and not; one kept open by a single record; few records; records of a
 * single kind.
 */
beforeAll(async () => {
  const plans = [
    {
      count: 5000,
      kinds: ['image', 'image', 'image', 'image', 'audio', 'video'],
      open: [2500, 4990, 5000],
    },
    { count: 2400, kinds: ['image', 'audio'], open: [] },
    { count: 30, kinds: ['image', 'image-editing', 'audio'], open: [30] },
  ] as const
  for (const { count, kinds, open } of plans) {
    const { id } = await testAccount(context)
    const isOpen = (number: number) => (open as readonly number[]).includes(number)
    const begin = new Date('2025-03-01T00:00:00Z')
    world.accounts.push(id)
    world.records.push(
      ...inventRecords({ accountId: id, count, kinds: [...kinds], isOpen, random, begin }),
    )
  }
  await writeRecords(context, world.records)
  let sealed = 0
  for (const id of world.accounts) sealed += (await indexHistories(context, id)).sealed
  expect(sealed).toBe(15)
  expect(await context.database.selectFrom('history_text').select('block').execute()).not.toEqual(
    [],
  )
  await changeSome()
})

/** Favourites and deletes records in blocks that are sealed by now. */
async function changeSome() {
  const changed = world.records
    .filter(({ status }) => status === 'completed')
    .filter(() => random() < 0.1)
  for (const record of changed)
    Object.assign(record, { isDeleted: random() < 0.3, isFavorite: random() < 0.5 })
  await writeChanges(context, changed)
}

/** The expected result of a search, computed without terms, blocks or SQL. */
function isFound(record: Known, filters: HistoryFilters): boolean {
  const { search = '', status, mode, model, size, tags = [], onlyFavorites, days } = filters
  const shown =
    record.kind === 'audio' && status === 'processing' ? ['pending', 'processing'] : [status]
  const day = days && clockOf(days.timeZone).format(record.createdAt)
  return (
    !record.isDeleted &&
    (search.trim() === '' || mentions(record.prompt, search)) &&
    (!status || shown.includes(record.status)) &&
    (mode === undefined || record.mode === mode) &&
    (model === undefined || record.model === model) &&
    (size === undefined || record.size === size) &&
    (tags.length === 0 || tags.some((tag) => record.tags.includes(tag))) &&
    (!onlyFavorites || record.isFavorite) &&
    (!day || ((days?.start ?? '') <= day && day <= (days?.end ?? '9')))
  )
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Formats a day as `2025-03-01`. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv', { timeZone })
  clocks.set(timeZone, clock)
  return clock
}

function mentions(prompt: string, search: string): boolean {
  const plain = prompt.replace('é', 'e').split(' ')
  const searched = search
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const isBegun = (word: string) =>
    plain.some((own) => (/\p{Script=Han}/u.test(word) ? own.includes(word) : own.startsWith(word)))
  return searched.length > 0 && searched.every(isBegun)
}

function historyOf(accountId: string, kind: Kind): Known[] {
  return world.records
    .filter((record) => record.accountId === accountId && record.kind === kind)
    .toReversed()
}

const words = [
  'a',
  'FO',
  'fox',
  'foxg',
  'foxes',
  'te',
  'teap',
  'in',
  'inn',
  'x',
  'foxy',
  'cafe',
  '4',
  '42',
  '狐',
  '雪',
  '雪地',
  '地里的',
  '雪地里的',
  '狐山',
  '…',
  ' ',
]
const search = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 })
  .map((some) => some.join(' '))
const day = fc
  .integer({ min: 0, max: 400 })
  .map((after) => new Date(Date.UTC(2025, 1, 25 + after)).toISOString().slice(0, 10))
const timeZone = fc.constantFrom(
  'UTC',
  'America/New_York',
  'Asia/Shanghai',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Australia/Lord_Howe',
)
const filters = fc.record(
  {
    search,
    status: fc.constantFrom(...statuses),
    mode: fc.constantFrom('text-to-image', 'image-to-image', 'text-to'),
    model: fc.constantFrom('flux-dev', 'sd35', 'flux'),
    size: fc.constantFrom('512x512', '1024x768', '1024x7'),
    tags: fc.subarray(['north', '客户', 'client', 'south']),
    onlyFavorites: fc.boolean(),
    days: fc.record({ start: day, end: day, timeZone }, { requiredKeys: ['timeZone'] }),
  },
  { requiredKeys: [] },
)

describe('a page of a history', () => {
  it('shows the same as a scan of every record, with any filter', {
    timeout: 120_000,
  }, async () => {
    const asked = fc.record({
      account: fc.nat(2),
      kind: fc.constantFrom<Kind[]>('image', 'image', 'audio', 'video', 'image-editing'),
      page: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 60 }), fc.constant(1_000_000)),
      pageSize: fc.constantFrom(1, 7, 20, 100),
      filters: fc.oneof(fc.constant({}), filters),
    })
    const compare = async ({
      account,
      kind,
      page,
      pageSize,
      filters,
    }: Parameters<Parameters<typeof asked.map>[0]>[0]) => {
      const accountId = world.accounts[account] ?? ''
      const all = historyOf(accountId, kind)
      const live = all.filter(({ isDeleted }) => !isDeleted)
      const found = all.filter((record) => isFound(record, filters))
      const answer = await listHistory(context, { accountId, kind, page, pageSize, filters })
      expect(answer.generations.map(({ row }) => row.id)).toEqual(
        found.slice((page - 1) * pageSize, page * pageSize).map(({ id }) => id),
      )
      expect(answer).toMatchObject({
        total: found.length,
        page,
        totalPages: Math.ceil(found.length / pageSize),
        stats: {
          total: live.length,
          favorites: live.filter(({ isFavorite }) => isFavorite).length,
          creditsUsed: live.reduce((sum, { price, refunded }) => sum + price - refunded, 0),
        },
      })
    }
    await fc.assert(fc.asyncProperty(asked, compare), { numRuns: 400 })
  })

  it('follows the previous one, until every record was shown once', async () => {
    for (const accountId of world.accounts) {
      for (const kind of kinds) {
        const shown: string[] = []
        for (let page = 1, pages = 1; page <= pages; page++) {
          const answer = await listHistory(context, { accountId, kind, page, pageSize: 97 })
          shown.push(...answer.generations.map(({ row }) => row.id))
          pages = answer.totalPages
        }
        expect(shown).toEqual(
          historyOf(accountId, kind)
            .filter(({ isDeleted }) => !isDeleted)
            .map(({ id }) => id),
        )
      }
    }
  })
})
