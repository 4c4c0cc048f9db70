import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { testAccount, testContext } from '#testing/context.ts'
import { type Known, writeRecords } from '#testing/services/history-world.ts'
import { type HistoryFilters, listFacets, listHistory } from './list-history.ts'
import { indexHistories } from './maintain-index.ts'
import { gatherBlock } from './queries/texts.ts'

const context = await testContext()
const { database } = context

let accountId = ''
beforeEach(async () => {
  accountId = (await testAccount(context)).id
})

const plain = {
  kind: 'image',
  prompt: 'a fox',
  model: 'flux-dev',
  mode: 'text-to-image',
  size: null,
  status: 'completed',
  price: 1,
  refunded: 0,
  isDeleted: false,
  isFavorite: false,
  tags: [],
  createdAt: new Date('2026-01-01T00:00:00Z'),
} as const

/** Inserts records with defaults but for the given fields; the prompt names each record. */
async function write(...given: Partial<Known>[]): Promise<void> {
  const records = given.map((one, index) => ({
    ...plain,
    tags: [],
    id: uuid(),
    accountId,
    number: index + 1,
    ...one,
  }))
  await writeRecords(context, records)
}

async function shown(
  filters: HistoryFilters,
  kind: Known['kind'] = 'image',
  whose = accountId,
): Promise<string[]> {
  const { total, generations } = await listHistory(context, {
    accountId: whose,
    kind,
    page: 1,
    pageSize: 100,
    filters,
  })
  expect(total).toBe(generations.length)
  return generations.map(({ row }) => String(row.input.prompt))
}

/** Seals all finished records, as if many more had been made. */
const seal = async () => {
  const { rows } = await sql<{ id: string }>`
    update account set last_number = 1023 where id in (select account_id from generation) returning id`.execute(
    database,
  )
  let sealed = 0
  for (const { id } of rows) sealed += (await indexHistories(context, id)).sealed
  expect(sealed).toBeGreaterThan(0)
}
/** Gathers the words of all finished records, as if many more had been made. */
const gather = async () => {
  const histories = await database
    .selectFrom('generation')
    .select(['account_id', 'kind'])
    .distinct()
    .execute()
  for (const { account_id, kind } of histories)
    await gatherBlock(database, { accountId: account_id, kind, block: 0 })
  expect(await database.selectFrom('history_text').select('block').execute()).not.toEqual([])
}
const leaveOpen = async () => undefined

const ways: [name: string, finish: () => Promise<void>][] = [
  ['open', leaveOpen],
  ['gathered', gather],
  ['sealed', seal],
]

describe.each(ways)('in blocks that are %s', (_, finish) => {
  it('finds words by their prefixes, ignoring case and accents', async () => {
    await write(
      { prompt: 'A Red Café' },
      { prompt: 'red teapots' },
      { prompt: '雪地里的狐狸' },
      { prompt: 'tea' },
    )
    await finish()
    expect(await shown({ search: 'RED' })).toEqual(['red teapots', 'A Red Café'])
    expect(await shown({ search: 'tea' })).toEqual(['tea', 'red teapots'])
    expect(await shown({ search: 'teapo' })).toEqual(['red teapots'])
    expect(await shown({ search: 'cafe re' })).toEqual(['A Red Café'])
    expect(await shown({ search: '狐狸' })).toEqual(['雪地里的狐狸'])
    expect(await shown({ search: '地里的狐' })).toEqual(['雪地里的狐狸'])
    for (const search of ['eapot', 'red tear', '狐雪', '!?', '#model', '#model:flux-dev'])
      expect(await shown({ search })).toEqual([])
    expect(await shown({ search: '  ' })).toHaveLength(4)
  })

  it('finds by the id of a model its generations, and prompts that contain it', async () => {
    await write(
      { prompt: 'a red fox', model: 'flux-schnell' },
      { prompt: 'made with flux schnell', model: 'sd35' },
      { prompt: 'flux of time', model: 'sd35' },
      { prompt: 'a den', model: 'flux-schnell' },
    )
    await finish()
    const named = 'made with flux schnell'
    expect(await shown({ search: 'flux-schnell' })).toEqual(['a den', named, 'a red fox'])
    expect(await shown({ search: 'FLUX-Schnell fo' })).toEqual(['a red fox'])
    expect(await shown({ search: 'flux-schnell', model: 'sd35' })).toEqual([named])
    expect(await shown({ search: 'flux-sch' })).toEqual([named])
  })

  it('matches mode, model, size and status exactly', async () => {
    await write(
      { prompt: '1', model: 'flux-schnell' },
      { prompt: '2', mode: 'image-to-image' },
      { prompt: '3', size: '512x512' },
      { prompt: '4', status: 'failed' },
      { prompt: '5', status: 'partial', size: '512x5120' },
    )
    await finish()
    expect(await shown({ model: 'flux-schnell' })).toEqual(['1'])
    expect(await shown({ model: 'flux' })).toEqual([])
    expect(await shown({ mode: 'image-to-image' })).toEqual(['2'])
    expect(await shown({ size: '512x512' })).toEqual(['3'])
    expect(await shown({ status: 'failed' })).toEqual(['4'])
    expect(await shown({ status: 'completed' })).toEqual(['3', '2', '1'])
    expect(await shown({ status: 'completed', model: 'flux-dev', size: '512x512' })).toEqual(['3'])
  })

  it('matches any of the tags, and favourites', async () => {
    await write(
      { prompt: '1', tags: ['north'] },
      { prompt: '2', tags: ['south', 'client'], isFavorite: true },
      { prompt: '3', isFavorite: true },
      { prompt: '4', tags: ['north'], isFavorite: true, isDeleted: true },
    )
    await finish()
    expect(await shown({ tags: ['north', 'client'] })).toEqual(['2', '1'])
    expect(await shown({ tags: ['nor'] })).toEqual([])
    expect(await shown({ tags: [] })).toHaveLength(3)
    expect(await shown({ onlyFavorites: true })).toEqual(['3', '2'])
    expect(await shown({ onlyFavorites: true, tags: ['south'] })).toEqual(['2'])
  })

  it.each([
    [
      'UTC',
      '2026-01-02',
      '2026-01-01T23:59:59.999Z',
      '2026-01-02T00:00:00Z',
      '2026-01-02T23:59:59.999Z',
      '2026-01-03T00:00:00Z',
    ],
    [
      'Asia/Shanghai',
      '2026-01-02',
      '2026-01-01T15:59:59.999Z',
      '2026-01-01T16:00:00Z',
      '2026-01-02T15:59:59.999Z',
      '2026-01-02T16:00:00Z',
    ],
    // Days of 23 and 25 hours, and one that begins at one o'clock.
    [
      'America/New_York',
      '2026-03-08',
      '2026-03-08T04:59:59Z',
      '2026-03-08T05:00:00Z',
      '2026-03-09T03:59:59Z',
      '2026-03-09T04:00:00Z',
    ],
    [
      'Europe/Berlin',
      '2025-10-26',
      '2025-10-25T21:59:59Z',
      '2025-10-25T22:00:00Z',
      '2025-10-26T22:59:59Z',
      '2025-10-26T23:00:00Z',
    ],
    [
      'America/Sao_Paulo',
      '2018-11-04',
      '2018-11-04T02:59:59Z',
      '2018-11-04T03:00:00Z',
      '2018-11-05T01:59:59Z',
      '2018-11-05T02:00:00Z',
    ],
  ])('in %s, %s has the records of that day', async (timeZone, day, before, first, last, after) => {
    const times = { before, first, last, after }
    await write(
      ...Object.entries(times).map(([prompt, time]) => ({ prompt, createdAt: new Date(time) })),
    )
    await finish()
    expect(await shown({ days: { start: day, end: day, timeZone } })).toEqual(['last', 'first'])
    expect(await shown({ days: { start: day, timeZone } })).toEqual(['after', 'last', 'first'])
    expect(await shown({ days: { end: day, timeZone } })).toEqual(['last', 'first', 'before'])
    expect(await shown({ days: { start: '2030-01-01', timeZone } })).toEqual([])
    expect(await shown({ days: { end: '2001-01-01', timeZone } })).toEqual([])
    expect(await shown({ days: { timeZone } })).toHaveLength(4)
  })

  it('shows nothing of another account or kind', async () => {
    await write(
      { prompt: 'fox 1', isFavorite: true, tags: ['x'] },
      { prompt: 'fox 2', kind: 'video' },
    )
    await finish()
    const { id: other } = await testAccount(context)
    for (const filters of [
      {},
      { search: 'fox' },
      { model: 'flux-dev' },
      { tags: ['x'] },
      { onlyFavorites: true },
    ]) {
      expect(await shown(filters, 'image', other)).toEqual([])
      expect(await shown(filters)).toEqual(['fox 1'])
    }
    expect(await listFacets(context, { accountId: other, kind: 'image' })).toEqual(noFacets)
    const { stats } = await listHistory(context, {
      accountId: other,
      kind: 'image',
      page: 1,
      pageSize: 1,
    })
    expect(stats).toEqual({ total: 0, creditsUsed: 0, favorites: 0 })
  })

  it('lists the facets of the existing records', async () => {
    await write(
      { model: 'sd35', size: '1024x768', tags: ['b', 'ä'] },
      { model: 'flux-dev', size: '512x512', mode: 'image-to-image', tags: ['z', 'b'] },
      { model: 'flux-pro', size: '64x64', tags: ['gone'], isDeleted: true },
      { model: 'text-to-video', kind: 'video' },
    )
    await finish()
    expect(await listFacets(context, { accountId, kind: 'image' })).toEqual({
      models: ['flux-dev', 'sd35'],
      modes: ['image-to-image', 'text-to-image'],
      sizes: ['512x512', '1024x768'],
      tags: ['ä', 'b', 'z'],
    })
  })
})

const noFacets = { models: [], modes: [], sizes: [], tags: [] }

describe('waiting audio', () => {
  it('counts as running; other kinds do not', async () => {
    const waiting = [{ status: 'pending' }, { status: 'processing' }] as const
    await write(...waiting, ...waiting.map((one) => ({ ...one, kind: 'audio' as const })))
    expect(await shown({ status: 'processing' }, 'audio')).toHaveLength(2)
    expect(await shown({ status: 'processing' })).toHaveLength(1)
    expect(await shown({ status: 'pending' })).toHaveLength(1)
  })
})
