import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { chinese, historyStudio, modelOf } from '#testing/api/history.ts'
import { histories } from './histories.ts'

const { app, context, owner } = await historyStudio()
const client = await owner()

const names = [
  'page',
  'pageSize',
  'search',
  'status',
  'dateStart',
  'dateEnd',
  'timeZone',
  'onlyFavorites',
  'tags',
]
const namesOfImages = [...names, 'viewMode', 'mode', 'model', 'size', 'color', 'near']
const statuses = ['all', 'pending', 'processing', 'completed', 'partial', 'failed']
const day = { problem: 'wrong_form', options: ['2026-01-31'] }
const zone = { problem: 'wrong_form', options: ['Europe/Berlin'] }
const range = (max: number) => ({ problem: 'out_of_range', min: 1, max })

const wrong: [query: string, field: string, problem: object][] = [
  ['page=0', 'page', range(1_000_000)],
  ['page=-1', 'page', range(1_000_000)],
  ['page=1000001', 'page', range(1_000_000)],
  ['page=x', 'page', { problem: 'wrong_type' }],
  ['page=1.5', 'page', { problem: 'wrong_type' }],
  ['page=1&page=2', 'page', { problem: 'wrong_type' }],
  ['pageSize=0', 'pageSize', range(100)],
  ['pageSize=101', 'pageSize', range(100)],
  [`search=${'x'.repeat(201)}`, 'search', { problem: 'too_long', max: 200 }],
  ['search=%00', 'search', { problem: 'wrong_type' }],
  ['search=a&search=b', 'search', { problem: 'wrong_type' }],
  ['status=done', 'status', { problem: 'not_an_option', options: statuses }],
  ['dateStart=2026-02-30', 'dateStart', day],
  ['dateStart=0000-01-01', 'dateStart', day],
  ['dateEnd=yesterday', 'dateEnd', day],
  ['dateEnd=2026-01-01T00:00:00Z', 'dateEnd', day],
  ['timeZone=Mars/Olympus', 'timeZone', zone],
  ['timeZone=%2B02:00', 'timeZone', zone],
  ['onlyFavorites=yes', 'onlyFavorites', { problem: 'not_an_option', options: ['true', 'false'] }],
  [`tags=${'x'.repeat(41)}`, 'tags.0', { problem: 'too_long', max: 40 }],
  [Array(21).fill('tags=x').join('&'), 'tags', { problem: 'too_many_entries', max: 20 }],
]

describe.each(histories)('the query of $base/history', ({ base, kind }) => {
  const fetchHistory = (query: string, headers = {}) =>
    client.request('GET', `${base}/history?${query}`, undefined, headers)

  it.each(wrong)('refuses ?%s', async (query, field, problem) => {
    const { status, body } = await fetchHistory(query)
    expect([status, body.code]).toEqual([400, 'invalid_query'])
    expect(body.fields).toEqual([{ field, ...problem, message: expect.stringContaining(field) }])
    expect(body.error).toBe(`A query parameter is not valid: ${body.fields[0].message}.`)
    const limit = body.fields[0].max ?? body.fields[0].min
    if (limit !== undefined) expect(body.error).toContain(String(limit))
  })

  it('refuses unknown names, and lists them', async () => {
    const { status, body } = await fetchHistory('offset=3&serach=x&page=0')
    expect([status, body.code]).toEqual([400, 'invalid_query'])
    const options = kind === 'image' ? namesOfImages : names
    expect(body.fields).toMatchObject([
      { field: 'page', problem: 'out_of_range' },
      { field: 'offset', problem: 'unknown_name', options },
      { field: 'serach', problem: 'unknown_name', options },
    ])
    expect(body.error).toContain('offset')
    expect(body.error).toContain('serach')
  })

  it('accepts mode, model and size where there are several', async () => {
    const asked = 'viewMode=grid&mode=text-to-image&model=flux-dev&size=512x512'
    const { status, body } = await fetchHistory(asked)
    if (kind === 'image') {
      expect(status).toBe(200)
      for (const query of [
        'viewMode=table',
        'size=big',
        'size=512x512x1',
        `model=${'x'.repeat(101)}`,
        'mode=%00',
      ])
        expect(await fetchHistory(query)).toMatchObject({
          status: 400,
          body: { fields: [{ field: query.split('=')[0] }] },
        })
    } else
      expect(body.fields.map(({ field }: { field: string }) => field)).toEqual([
        'viewMode',
        'mode',
        'model',
        'size',
      ])
  })

  it('treats an empty parameter as absent', async () => {
    const { status, body } = await fetchHistory(
      'search=&status=&dateStart=&dateEnd=&timeZone=&onlyFavorites=&tags=&page=',
    )
    expect([status, body]).toMatchObject([200, { page: 1, data: [] }])
  })

  it('reports problems in the reader’s language', async () => {
    expect((await fetchHistory('page=0', chinese)).body).toMatchObject({
      error: '查询参数无效：page 必须在 1 到 1000000 之间。',
      code: 'invalid_query',
    })
    const anonymous = await app.request(`http://localhost:3000${base}/history?page=0`)
    expect([anonymous.status, await anonymous.json()]).toMatchObject([
      401,
      { error: 'Unauthorized' },
    ])
    const wrongKey = { authorization: 'Bearer nobody', ...chinese }
    expect(await fetchHistory('', wrongKey)).toMatchObject({
      status: 401,
      body: { error: '未登录或登录已失效' },
    })
  })

  it('accepts page sizes from 1 to 100, and returns an empty page with totals beyond the end', async () => {
    const own = await owner()
    const ids: string[] = []
    for (let index = 0; index < 3; index++) ids.unshift(await own.finish(modelOf(kind).id, {}))
    const page = async (query: string) => {
      const { body } = await own.request('GET', `${base}/history?${query}`)
      return { ...body, data: body.data.map(({ id }: { id: string }) => id) }
    }
    expect(await page('pageSize=1&page=3')).toMatchObject({
      data: ids.slice(2),
      total: 3,
      page: 3,
      totalPages: 3,
    })
    expect(await page('pageSize=2&page=2')).toMatchObject({
      data: ids.slice(2),
      total: 3,
      page: 2,
      totalPages: 2,
    })
    expect(await page('pageSize=100')).toMatchObject({
      data: ids,
      total: 3,
      page: 1,
      totalPages: 1,
    })
    expect(await page('page=2')).toMatchObject({ data: [], total: 3, page: 2, totalPages: 1 })
    expect(await page('page=1000000&pageSize=100')).toMatchObject({
      data: [],
      total: 3,
      page: 1_000_000,
      totalPages: 1,
    })
    expect(await page('search=nothing+at+all')).toMatchObject({
      data: [],
      total: 0,
      page: 1,
      totalPages: 0,
    })
  })
})

describe('every time zone', () => {
  it('of a browser is known to the database, too', async () => {
    const zones = [
      'UTC',
      'Asia/Calcutta',
      'EST5EDT',
      'Etc/GMT+5',
      ...Intl.supportedValuesOf('timeZone'),
    ]
    const { rows } = await sql<{ name: string }>`
      select name from unnest(${zones}::text[]) as name
      where lower(name) not in (select lower(name) from pg_timezone_names)`.execute(
      context.database,
    )
    expect(rows).toEqual([])
  })
})

describe('an internal error', () => {
  const broken = { message: 'Something broke on our side.', code: 'internal' }

  it.each(histories)('of $base reports what failed, without internals', async ({ base, kind }) => {
    const id = await client.finish(modelOf(kind).id, {})
    const calls = [
      ['GET', `${base}/history`, undefined, 'Failed to fetch history', '获取历史记录失败'],
      ['GET', `${base}/filters`, undefined, 'Failed to fetch history', '获取历史记录失败'],
      [
        'POST',
        `${base}/favorite`,
        { imageId: id, isFavorite: true },
        'Failed to update favorite',
        '更新收藏失败',
      ],
      ['DELETE', `${base}/delete`, { id }, 'Failed to delete record', '删除记录失败'],
      ['DELETE', `${base}/delete`, { ids: [id] }, 'Failed to delete records', '删除记录失败'],
    ] as const
    await sql`alter table history_block rename to gone`.execute(context.database)
    for (const [method, path, body, english, own] of calls) {
      const answer = await client.request(method, path, body)
      expect(answer).toMatchObject({ status: 500, body: { error: english, ...broken } })
      expect(answer.body.x_request_id).toBe(answer.headers.get('x-request-id'))
      expect((await client.request(method, path, body, chinese)).body.error).toBe(own)
    }
    await sql`alter table gone rename to history_block`.execute(context.database)
    expect((await client.request('GET', `/api/generations/${id}`)).body).toMatchObject({
      id,
      is_favorite: false,
    })
  })
})
