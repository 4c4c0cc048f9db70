import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { failed, historyStudio, modelOf, type Owner } from '#testing/api/history.ts'
import { histories } from './histories.ts'

const { context, owner } = await historyStudio()

type Record = { id: string; generation: { id: string } }

/** Returns a function that queries a history and returns which of `ids` are on the page. */
function createRequester(client: Owner, base: string, ids: string[]) {
  return async (query: string) => {
    const { status, body } = await client.request('GET', `${base}/history?pageSize=100&${query}`)
    expect(status).toBe(200)
    const found = (body.data as Record[]).map(({ generation }) => ids.indexOf(generation.id))
    expect(body.total).toBe(found.length)
    expect(body.totalPages).toBe(Math.ceil(found.length / 100))
    return found
  }
}

async function changeRow(
  id: string,
  change: { created_at?: Date; tags?: string[]; is_favorite?: boolean },
) {
  await context.database.updateTable('generation').set(change).where('id', '=', id).execute()
}

/**
 * A transcription has no prompt: it is found by what is said (steps/transcription.test.ts). The 3D
 * objects of the catalogue are made of an image alone.
 */
const withPrompts = histories.filter(({ kind }) => kind !== 'transcription' && kind !== '3d')

describe.each(withPrompts)('GET $base/history filters', ({ base, kind }) => {
  let client: Owner
  let fetchHistory: (query: string) => Promise<number[]>
  const ids: string[] = []

  beforeAll(async () => {
    client = await owner()
    const model = modelOf(kind)
    const foreign = await owner()
    await foreign.finish(model.id, { prompt: 'a red fox' })
    ids.push(await client.finish(model.id, { prompt: 'A red fox, café' }))
    ids.push(await client.finish(model.id, { prompt: '一只在雪地里的狐狸' }, failed))
    ids.push(await client.finish(model.id, { prompt: 'red den' }, { status: 'partial' }))
    ids.push(await client.wait(model, { prompt: 'a reddish dog' }))
    const deleted = await client.finish(model.id, { prompt: 'a red fox' })
    await client.request('DELETE', `${base}/delete`, { id: deleted })
    const times = [
      '2026-03-01T00:30:00Z',
      '2026-03-01T23:30:00Z',
      '2026-03-29T21:59:59Z',
      '2026-03-29T22:00:00Z',
    ]
    for (const [place, created_at] of times.entries())
      await changeRow(ids[place] ?? '', { created_at: new Date(created_at) })
    await changeRow(ids[0] ?? '', { is_favorite: true, tags: ['fox', 'warm'] })
    await changeRow(ids[2] ?? '', { is_favorite: true, tags: ['den'] })
    fetchHistory = createRequester(client, base, ids)
  })

  it.each([
    ['search=red', [3, 2, 0]],
    ['search=RED+fo', [0]],
    ['search=cafe', [0]],
    ['search=%E9%9B%AA%E5%9C%B0', [1]],
    ['search=ed', []],
    ['search=red+cat', []],
    ['search=...', []],
    ['search=%20', [3, 2, 1, 0]],
    ['status=all', [3, 2, 1, 0]],
    ['status=completed', [0]],
    ['status=failed', [1]],
    ['status=partial', [2]],
    ['status=pending', [3]],
    ['status=processing', kind === 'audio' ? [3] : []],
    ['onlyFavorites=true', [2, 0]],
    ['onlyFavorites=false', [3, 2, 1, 0]],
    ['tags=warm', [0]],
    ['tags=warm&tags=den', [2, 0]],
    ['tags=nobody', []],
    ['tags=FOX', []],
    ['dateStart=2026-03-01&dateEnd=2026-03-01', [1, 0]],
    ['dateStart=2026-03-02', [3, 2]],
    ['dateEnd=2026-02-28', []],
    ['dateStart=2026-03-02&dateEnd=2026-03-01', []],
    ['dateStart=2026-03-01&dateEnd=2026-03-01&timeZone=Asia/Shanghai', [0]],
    ['dateStart=2026-03-02&dateEnd=2026-03-02&timeZone=Asia/Shanghai', [1]],
    ['dateEnd=2026-02-28&timeZone=America/New_York', [0]],
    // In Berlin that day has 23 hours.
    ['dateStart=2026-03-29&dateEnd=2026-03-29&timeZone=Europe/Berlin', [2]],
    ['dateStart=2026-03-30&timeZone=Europe/Berlin', [3]],
    ['dateStart=2026-03-29&dateEnd=2026-03-29', [3, 2]],
    ['search=red&onlyFavorites=true&tags=den&status=partial&dateStart=2026-03-02', [2]],
    ['search=red&onlyFavorites=true&tags=den&status=failed', []],
  ] as const)('by %s', async (query, places) => {
    expect(await fetchHistory(query)).toEqual(places)
  })

  it('by page, with the totals of the matches and of the whole history', async () => {
    const { body } = await client.request('GET', `${base}/history?search=red&pageSize=2&page=2`)
    expect(body).toMatchObject({
      total: 3,
      page: 2,
      totalPages: 2,
      data: [{ generation: { id: ids[0] } }],
    })
    if (kind !== 'image') return expect(body).not.toHaveProperty('stats')
    const { balance } = await context.database
      .selectFrom('credit_entry')
      .innerJoin('generation', (join) =>
        join
          .onRef('generation.id', '=', 'credit_entry.generation_id')
          .onRef('generation.account_id', '=', 'credit_entry.account_id'),
      )
      .where('generation.account_id', '=', client.account.id)
      .where('generation.deleted_at', 'is', null)
      .select(sql<number>`-sum(credit_entry.credits)`.as('balance'))
      .executeTakeFirstOrThrow()
    expect(body.stats).toEqual({
      totalGenerated: 4,
      totalCreditsUsed: Number(balance),
      favoriteCount: 2,
    })
  })

  it('by the models, modes, sizes and tags that occur', async () => {
    const { status, body } = await client.request('GET', `${base}/filters`)
    const model = modelOf(kind)
    expect([status, body]).toEqual([
      200,
      {
        models: [model.id],
        modes: [model.generationType],
        sizes: kind === 'image' ? [expect.stringMatching(/^\d+x\d+$/)] : expect.any(Array),
        tags: ['den', 'fox', 'warm'],
      },
    ])
    const newcomer = await owner()
    const nothing = { models: [], modes: [], sizes: [], tags: [] }
    expect((await newcomer.request('GET', `${base}/filters`)).body).toEqual(nothing)
  })
})

describe('the image history', () => {
  it('is filtered by mode, model and size, also of removed models', async () => {
    const client = await owner()
    const ids = [
      await client.finish('flux-schnell', { image_size: 'square' }),
      await client.finish('flux-dev', { image_size: 'landscape_16_9' }),
      await client.finish('flux-schnell', { image_size: 'square' }),
    ]
    await sql`update generation set model = 'SDXL', terms = array['#model:SDXL', '#mode:style-transfer', '#size:640x640']
      where id = ${ids[2]}`.execute(context.database)
    const base = '/api/image-generation'
    const fetchHistory = createRequester(client, base, ids)
    expect(await fetchHistory('model=flux-dev')).toEqual([1])
    expect(await fetchHistory('model=flux')).toEqual([])
    expect(await fetchHistory('model=SDXL')).toEqual([2])
    expect(await fetchHistory('mode=text-to-image')).toEqual([1, 0])
    expect(await fetchHistory('mode=style-transfer')).toEqual([2])
    expect(await fetchHistory('size=512x512')).toEqual([0])
    expect(await fetchHistory('size=512x51')).toEqual([])
    expect(
      await fetchHistory('mode=text-to-image&model=flux-schnell&size=512x512&viewMode=list'),
    ).toEqual([0])
    expect((await client.request('GET', `${base}/filters`)).body).toEqual({
      models: ['SDXL', 'flux-dev', 'flux-schnell'],
      modes: ['style-transfer', 'text-to-image'],
      sizes: ['512x512', '640x640', expect.stringMatching(/^\d+x\d+$/)],
      tags: [],
    })
  })
})
