import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refundFailedGeneration } from '#core/generations/queries/end-generation.ts'
import { chinese, failed, historyStudio, type Owner } from '#testing/api/history.ts'
import { inventEntries, writeEntries } from '#testing/services/ledger-world.ts'
import { entryReasons } from './ledger-text-contract.ts'
import { addCredits } from './queries/ledger.ts'

const { app, context, owner } = await historyStudio({ autoRefund: false })
const { database } = context
const path = '/api/account/ledger'

/** Returns the credits of the entries that a query shows, and the totals. */
async function shown(who: Owner, query = '') {
  const { status, body } = await who.request('GET', `${path}?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return { ...body, data: body.data.map(({ credits }: { credits: number }) => credits) }
}

/** Gives a record's files a thumbnail. */
const thumbnail = (id: string) =>
  database
    .updateTable('media')
    .set({ thumbnail_key: 'x/t.webp' })
    .where('generation_id', '=', id)
    .execute()

describe('the statement', () => {
  it('shows the subject of each entry, newest first', async () => {
    const mine = await owner()
    const image = { content_type: 'image/webp', storage_key: 'x/0.webp' }
    const made = await mine.finish(
      'flux-dev',
      { prompt: 'a fox', image_size: 'square' },
      { results: [image] },
    )
    const lost = await mine.finish('flux-dev', { prompt: 'a den', image_size: 'square' }, failed)
    await refundFailedGeneration(database, {
      id: lost,
      accountId: mine.account.id,
      reason: 'It was empty.',
    })
    await thumbnail(made)
    await writeEntries(context, mine.account.id, [
      { reason: 'purchase', credits: 900, createdAt: new Date() },
    ])

    const { status, body } = await mine.request('GET', path)
    expect(status).toBe(200)
    const price = 30
    const work = {
      kind: 'image',
      model: 'flux-dev',
      model_name: 'FLUX.1 dev',
      is_deleted: false,
      thumbnail_url: null,
    }
    const rest = { note: null, generation: null, payment: null }
    expect(body.data).toMatchObject([
      { reason: 'purchase', credits: 900, balance_after: 100_870, ...rest },
      {
        ...{
          reason: 'refund',
          credits: price,
          balance_after: 99_970,
          note: 'It was empty.',
          payment: null,
        },
        generation: { ...work, id: lost, status: 'failed' },
      },
      {
        reason: 'charge',
        credits: -price,
        balance_after: 99_940,
        note: null,
        generation: { id: lost },
      },
      {
        ...{ reason: 'charge', credits: -price, balance_after: 99_970, note: null, payment: null },
        generation: {
          ...work,
          id: made,
          status: 'completed',
          thumbnail_url: expect.stringMatching(
            /^http:\/\/localhost:3000\/media\/.+\/thumbnail\.webp$/,
          ),
        },
      },
      {
        reason: 'grant',
        credits: 100_000,
        balance_after: 100_000,
        note: 'opening credits',
        ...{ generation: null },
      },
    ])
    expect(body).toMatchObject({
      ...{ total: 5, page: 1, totalPages: 1 },
      sums: { credits_in: 100_930, credits_out: -60 },
    })
    const account = (await mine.request('GET', '/api/account')).body
    expect(body.sums.credits_in + body.sums.credits_out).toBe(account.credits.left_credits)
  })

  it('keeps the charges of deleted generations, without their contents', async () => {
    const mine = await owner()
    const image = { content_type: 'image/webp', storage_key: 'x/0.webp' }
    const id = await mine.finish('flux-dev', { prompt: 'a secret fox' }, { results: [image] })
    await thumbnail(id)
    await mine.request('DELETE', '/api/image-generation/delete', { id })
    const { body } = await mine.request('GET', path)
    expect(body.data[0]).toMatchObject({
      reason: 'charge',
      generation: { id, is_deleted: true, thumbnail_url: null },
    })
    expect(JSON.stringify(body)).not.toContain('secret')
  })

  it('never shows entries of other accounts, with any query', async () => {
    const [mine, other] = [await owner(), await owner()]
    await mine.finish('flux-dev', {})
    expect(await shown(other)).toMatchObject({ data: [100_000], total: 1 })
    expect(await shown(other, 'reason=charge')).toMatchObject({
      data: [],
      total: 0,
      sums: { credits_out: 0 },
    })
    const anonymous = await app.request(`http://localhost:3000${path}`)
    expect([anonymous.status, await anonymous.json()]).toMatchObject([
      401,
      { code: 'unauthorized' },
    ])
  })
})

const mine = await owner()
const begin = new Date('2026-03-01T12:00:00Z')
await writeEntries(context, mine.account.id, inventEntries(10, { begin, step: 86_400_000 }))
const all = [-11, -3, 20, -7, 50, -11, -3, 20, -7, 50]

describe('the query of the statement', () => {
  it('accepts every reason', async () => {
    const counts = await Promise.all(
      entryReasons.map(
        async (reason) => [reason, (await shown(mine, `reason=${reason}`)).total] as const,
      ),
    )
    expect(Object.fromEntries(counts)).toEqual({
      ...{
        charge: 0,
        refund: 0,
        purchase: 2,
        grant: 3,
        reversal: 0,
        return: 0,
        correction: 4,
        repayment: 2,
        allowance: 0,
      },
    })
  })

  it('accepts days, both inclusive, alone and with a reason', async () => {
    expect((await shown(mine, 'dateEnd=2026-03-31')).data).toEqual(all)
    expect((await shown(mine, 'dateStart=2026-03-09&dateEnd=2026-03-31')).data).toEqual([-11, -3])
    expect(await shown(mine, 'dateStart=2026-03-02&dateEnd=2026-03-02')).toMatchObject({
      data: [-7],
      ...{ total: 1, totalPages: 1, sums: { credits_in: 0, credits_out: -7 } },
    })
    expect((await shown(mine, 'dateEnd=2026-03-05&reason=grant')).data).toEqual([50])
    expect(
      (await shown(mine, 'dateStart=2026-03-02&dateEnd=2026-03-02&timeZone=Pacific/Kiritimati'))
        .data,
    ).toEqual([50])
    expect((await shown(mine, 'dateStart=2026-03-31&dateEnd=2026-03-01')).total).toBe(0)
  })

  it('accepts pages of 1 to 100 entries, and returns none with totals beyond the end', async () => {
    const whole = [100_000, ...all].length
    expect((await shown(mine, 'pageSize=4&page=2&dateEnd=2026-03-31')).data).toEqual(
      all.slice(4, 8),
    )
    expect(await shown(mine, 'pageSize=4&page=3')).toMatchObject({
      total: whole,
      page: 3,
      totalPages: 3,
    })
    expect(await shown(mine, 'page=1000000&pageSize=100')).toMatchObject({
      data: [],
      total: whole,
      totalPages: 1,
    })
    expect(await shown(mine, 'page=&pageSize=&reason=&dateStart=')).toMatchObject({
      page: 1,
      total: whole,
    })
  })

  const reasons = { problem: 'not_an_option', options: [...entryReasons] }
  const range = (max: number) => ({ problem: 'out_of_range', min: 1, max })
  const wrong: [query: string, field: string, problem: object][] = [
    ['page=0', 'page', range(1_000_000)],
    ['page=x', 'page', { problem: 'wrong_type' }],
    ['pageSize=101', 'pageSize', range(100)],
    ['pageSize=0', 'pageSize', range(100)],
    ['reason=gift', 'reason', reasons],
    ['reason=grant&reason=charge', 'reason', reasons],
    ['dateStart=2026-02-30', 'dateStart', { problem: 'wrong_form' }],
    ['dateEnd=yesterday', 'dateEnd', { problem: 'wrong_form' }],
    ['timeZone=Mars/Olympus', 'timeZone', { problem: 'wrong_form' }],
    ['search=fox', 'search', { problem: 'unknown_name' }],
    ['account=1', 'account', { problem: 'unknown_name' }],
  ]
  it.each(wrong)('refuses ?%s', async (query, field, problem) => {
    const { status, body } = await mine.request('GET', `${path}?${query}`)
    expect([status, body.code]).toEqual([400, 'invalid_query'])
    expect(body.fields).toMatchObject([{ field, ...problem }])
    const csv = await app.request(`http://localhost:3000${path}.csv?${query}`, {
      headers: { authorization: `Bearer ${mine.key}` },
    })
    expect(csv.status).toBe(400)
  })

  it('answers any query, or reports what is wrong', async () => {
    const names = fc.constantFrom(
      'page',
      'pageSize',
      'reason',
      'dateStart',
      'dateEnd',
      'timeZone',
      'language',
      'x',
    )
    const said = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(
        '1',
        '1000000',
        'charge',
        '2026-03-01',
        '9999-12-31',
        '0001-01-01',
        'Asia/Shanghai',
        '\u0000',
        '',
      ),
    )
    const encode = (text: string) => encodeURIComponent(text.toWellFormed())
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(names, said), { maxLength: 4 }), async (given) => {
        const query = given.map(([name, value]) => `${name}=${encode(value)}`).join('&')
        const page = await mine.request('GET', `${path}?${query}`)
        const file = await app.request(`http://localhost:3000${path}.csv?${query}`, {
          headers: { authorization: `Bearer ${mine.key}` },
        })
        await file.text()
        expect([page.status < 500, file.status < 500]).toEqual([true, true])
      }),
      { numRuns: 150 },
    )
  })

  it('reports problems in the reader’s language', async () => {
    const { body } = await mine.request('GET', `${path}?page=0`, undefined, chinese)
    expect(body.error).toBe('查询参数无效：page 必须在 1 到 1000000 之间。')
  })
})

it('the statement is consistent during concurrent changes', async () => {
  const mine = await owner()
  const { id: accountId } = mine.account
  await Promise.all([
    ...Array.from({ length: 20 }, () =>
      addCredits(database, { accountId, credits: 3, reason: 'grant', note: null }),
    ),
    ...Array.from({ length: 20 }, () => mine.finish('flux-schnell', { image_size: 'square' })),
  ])
  const { body } = await mine.request('GET', `${path}?pageSize=100`)
  const entries: { credits: number; balance_after: number }[] = body.data
  expect(entries).toHaveLength(41)
  for (const [index, { credits, balance_after }] of entries.entries())
    expect(balance_after - credits).toBe(entries[index + 1]?.balance_after ?? 0)
})
