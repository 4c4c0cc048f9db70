import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { historyStudio, type Owner } from '#testing/api/history.ts'
import { writeRecords } from '#testing/services/history-world.ts'

const { context, owner } = await historyStudio()
const base = '/api/image-generation'

const plain = {
  kind: 'image' as const,
  model: 'flux-dev',
  mode: 'text-to-image',
  size: null,
  status: 'completed' as const,
  price: 0,
  refunded: 0,
  isDeleted: false,
  isFavorite: false,
}

/**
 * An account with a history of `count` images over several blocks, “fox” and “den” alternating, the
 * oldest first.
 */
async function ownerOf(count: number) {
  const client = await owner()
  const accountId = client.account.id
  const ids = Array.from({ length: count }, () => uuid())
  const records = ids.map((id, at) => ({
    ...plain,
    id,
    accountId,
    number: at + 1,
    prompt: at % 2 ? 'den' : 'fox',
    tags: at === 0 ? Array.from({ length: 20 }, (_, tag) => `t${tag}`) : [],
    createdAt: new Date(Date.UTC(2026, 0, 1) + at * 1000),
  }))
  await writeRecords(context, records)
  await context.database
    .updateTable('account')
    .set({ last_number: count })
    .where('id', '=', accountId)
    .execute()
  return { ...client, ids }
}

const select = (client: Pick<Owner, 'request'>, body: object) =>
  client.request('POST', `${base}/selection`, body)

/** Runs an action on all matches of a filter, batch by batch; returns the answers. */
async function selectAll(client: Pick<Owner, 'request'>, expected: number, body: object) {
  const calls = []
  for (let next: number | null = 0; next !== null; ) {
    const from = next === 0 ? { expected_total: expected } : { cursor: next }
    const { status, body: answer } = await select(client, { ...body, ...from })
    expect(status).toBe(200)
    calls.push(answer)
    next = answer.next
  }
  return calls
}

async function total(client: Pick<Owner, 'request'>, query = ''): Promise<number> {
  return (await client.request('GET', `${base}/history?${query}`)).body.total
}

describe('a selection by a filter', () => {
  it('deletes any number in batches, keeps newer records, and can be undone', async () => {
    const [me, other] = [await ownerOf(2_300), await ownerOf(10)]
    const calls = await selectAll(me, 1_150, { filter: { search: 'fox' }, action: 'delete' })
    expect(calls.map(({ total, changed }) => [total, changed])).toEqual([
      [1_150, 500],
      [650, 500],
      [150, 150],
    ])
    expect([await total(me), await total(me, 'search=fox'), await total(other)]).toEqual([
      1_150, 0, 10,
    ])
    expect(Date.parse(calls[0].undo_until) - Date.now()).toBeGreaterThan(10 * 60_000)

    const deleted: string[] = calls.flatMap((call) => call.deleted)
    expect(new Set(deleted).size).toBe(1_150)
    for (let at = 0; at < deleted.length; at += 500) {
      await me.request('POST', '/api/generations/restore', { ids: deleted.slice(at, at + 500) })
    }
    expect(await total(me, 'search=fox')).toBe(1_150)
    const { faults } = await verifyLedger(context)
    expect(faults.filter(({ fault }) => fault.startsWith('history'))).toEqual([])
  })

  it('does nothing when the number of records differs from what the reader saw', async () => {
    const me = await ownerOf(4)
    const refused = await select(me, { filter: {}, expected_total: 3, action: 'delete' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'selection_changed' } })
    expect(await total(me)).toBe(4)
  })

  it('excludes records made after it began', async () => {
    const me = await ownerOf(600)
    const { body } = await select(me, { filter: {}, expected_total: 600, action: 'favorite' })
    expect([body.changed, body.total]).toEqual([500, 600])
    await me.finish('flux-schnell', { prompt: 'fox' })
    const rest = await select(me, { filter: {}, cursor: body.next, action: 'favorite' })
    expect(rest.body).toMatchObject({ total: 100, changed: 100, next: null })
    expect([await total(me, 'onlyFavorites=true'), await total(me)]).toEqual([600, 601])
    const calls = await selectAll(me, 600, {
      filter: { onlyFavorites: true },
      action: 'unfavorite',
    })
    expect(calls.map(({ changed }) => changed)).toEqual([500, 100])
  })

  it('tags, publishes and hides; a record with 20 tags is not changed', async () => {
    const me = await ownerOf(6)
    const tag = (action: string) =>
      select(me, { filter: {}, expected_total: 6, action, tags: ['new', 't3'] })
    expect((await tag('add_tags')).body).toMatchObject({ changed: 5 })
    expect([await total(me, 'tags=new'), await total(me, 'tags=t3')]).toEqual([5, 6])
    expect((await tag('remove_tags')).body).toMatchObject({ changed: 6 })
    expect([await total(me, 'tags=new'), await total(me, 'tags=t3')]).toEqual([0, 0])
    const filter = { search: 'fox' }
    expect((await select(me, { filter, expected_total: 3, action: 'hide' })).body).toMatchObject({
      changed: 3,
    })
    const isPublic = async (id = '') =>
      (await me.request('GET', `/api/generations/${id}`)).body.is_public
    expect([await isPublic(me.ids[0]), await isPublic(me.ids[1])]).toEqual([false, true])
    expect((await select(me, { filter, expected_total: 3, action: 'publish' })).body).toMatchObject(
      { changed: 3 },
    )
  })
})

describe('a selection by ids', () => {
  it('changes the account’s own records only', async () => {
    const [me, other] = [await ownerOf(2), await ownerOf(2)]
    const ids = [...me.ids, ...other.ids, 'nonsense']
    expect((await select(me, { ids, action: 'favorite' })).body).toMatchObject({ changed: 2 })
    expect((await select(me, { ids, action: 'delete' })).body).toMatchObject({
      changed: 2,
      deleted: expect.arrayContaining(me.ids),
    })
    expect([await total(other), await total(other, 'onlyFavorites=true')]).toEqual([2, 0])
  })
})

it.each([
  [{ action: 'delete' }, 'ids'],
  [{ ids: [], action: 'delete' }, 'ids'],
  [{ ids: ['x'], filter: {}, expected_total: 1, action: 'delete' }, 'ids'],
  [{ filter: {}, action: 'delete' }, 'expected_total'],
  [{ filter: {}, expected_total: 1, cursor: 4, action: 'delete' }, 'expected_total'],
  [{ ids: ['x'], action: 'add_tags' }, 'tags'],
  [{ ids: ['x'], action: 'burn' }, 'action'],
])('refuses %j, naming %s', async (body, field) => {
  const answer = await select(await owner(), body)
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', fields: [{ field }] },
  })
})
