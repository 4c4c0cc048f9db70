import { describe, expect, it } from 'vitest'
import { deleteAccount } from '#core/account-data/delete-account.ts'
import { exportAccount } from '#core/account-data/export-account.ts'
import { deleteGenerations, restoreGenerations } from '#core/history/delete-generations.ts'
import { purgeDeleted } from '#core/history/retention.ts'
import { collector, unzip } from '#testing/api/collector.ts'
import { listeningServer } from '#testing/server.ts'
import { collectionList } from './change-items.ts'
import type { CollectionView, ItemsPage } from './contract.ts'
import { maxCollectionItems, maxCollectionName, maxCollections } from './rules.ts'

const { url, context } = await listeningServer(() => ({}))
const { database } = context
const path = '/api/collections'
const png = { content: Buffer.from('a picture'), contentType: 'image/png' }
const wav = { content: Buffer.from('some audio'), contentType: 'audio/wav' }

async function person() {
  const { make, request, account } = await collector(context, url)
  const call = async (method: string, address: string, body?: unknown) => {
    const answer = await request(method, address, body)
    const text = await answer.text()
    return { status: answer.status, body: text ? JSON.parse(text) : null }
  }
  const several = async (count: number) => {
    const ids: string[] = []
    for (let number = 0; number < count; number += 1) ids.push((await make({ files: [png] })).id)
    return ids
  }
  const create = async (more: object = {}): Promise<CollectionView> => {
    const { status, body } = await call('POST', path, { name: 'Posters', ...more })
    expect(status, JSON.stringify(body)).toBe(201)
    return body
  }
  const read = async (id: string): Promise<CollectionView> =>
    (await call('GET', `${path}/${id}`)).body
  const items = async (id: string): Promise<string[]> => {
    const ids: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const { body } = await call('GET', `${path}/${id}/items?after=${after}`)
      const page = body as ItemsPage
      ids.push(...page.items.map((item) => item.id))
      after = page.next
    }
    return ids
  }
  return { account, make, call, several, create, read, items }
}

/** Rows alone, for limits: 10,000 files would take minutes. */
async function insertRecords(accountId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => crypto.randomUUID())
  for (let start = 0; start < count; start += 1_000)
    await database
      .insertInto('generation')
      .values(
        ids.slice(start, start + 1_000).map((id, index) => ({
          ...{
            id,
            account_id: accountId,
            request_id: id,
            kind: 'image' as const,
            model: 'flux-dev',
          },
          ...{ generation_type: 'test', input: '{}', price: 1, requested: 1 },
          ...{ status: 'completed' as const, number: start + index + 1 },
        })),
      )
      .execute()
  return ids
}

describe('a collection', () => {
  it('has records of any kind, in the order they were added, a cover and a name', async () => {
    const me = await person()
    const [one = '', two = ''] = await me.several(2)
    const { id: audio } = await me.make({ kind: 'audio', files: [wav] })
    const { id } = await me.create({ ids: [one] })
    const address = `${path}/${id}`
    const added = await me.call('POST', `${address}/items`, { ids: [audio, two, one, audio] })
    expect(added).toEqual({ status: 200, body: { changed: 2, items: 3 } })
    expect(await me.items(id)).toEqual([one, audio, two])
    expect((await me.read(id)).cover?.url).toContain(await coverFile(one))

    const changed = await me.call('PATCH', address, { name: ' Drafts ', cover_id: two })
    expect(changed.body).toMatchObject({ name: 'Drafts', cover_id: two, items: 3, kind: null })
    expect(changed.body.cover.url).toContain(await coverFile(two))
    expect((await me.call('DELETE', `${address}/items`, { ids: [two] })).body).toEqual({
      changed: 1,
      items: 2,
    })
    expect((await me.read(id)).cover?.url).toContain(await coverFile(one))

    expect((await me.call('DELETE', address)).status).toBe(204)
    expect((await me.call('GET', address)).status).toBe(404)
    expect((await me.call('GET', `/api/generations/${one}`)).status).toBe(200)
  })

  it('is ordered by moving records, also from two tabs', async () => {
    const me = await person()
    const [a = '', b = '', c = '', d = ''] = await me.several(4)
    const { id } = await me.create({ ids: [a, b, c, d] })
    const move = (moved: string, after: string | null) =>
      me.call('POST', `${path}/${id}/order`, { id: moved, after })
    expect((await move(d, null)).status).toBe(204)
    expect((await move(a, c)).status).toBe(204)
    expect(await me.items(id)).toEqual([d, b, c, a])
    await Promise.all(
      Array.from({ length: 20 }, (_, turn) => move(turn % 2 ? a : b, turn % 3 ? d : null)),
    )
    expect((await me.items(id)).toSorted()).toEqual([a, b, c, d].toSorted())
    const { id: other } = await me.make({ files: [png] })
    expect((await move(other, null)).status).toBe(404)
    expect((await move(a, other)).status).toBe(404)
  })

  it('makes room where many were moved to one place', async () => {
    const me = await person()
    const [a = '', b = '', c = ''] = await me.several(3)
    const { id } = await me.create({ ids: [a, b, c] })
    for (let turn = 0; turn < 26; turn += 1)
      await me.call('POST', `${path}/${id}/order`, { id: turn % 2 ? b : c, after: a })
    expect(await me.items(id)).toEqual([a, b, c])
  })

  it('loses a deleted record, and has it again when the deletion is undone', async () => {
    const me = await person()
    const [a = '', b = ''] = await me.several(2)
    const { id } = await me.create({ ids: [a, b] })
    const deletion = { accountId: me.account.id, kind: 'image' as const, ids: [a] }
    await deleteGenerations(context, deletion)
    expect([await me.items(id), (await me.read(id)).items]).toEqual([[b], 1])
    await restoreGenerations(context, deletion)
    expect([await me.items(id), (await me.read(id)).items]).toEqual([[a, b], 2])
    await deleteGenerations(context, deletion)
    await database
      .updateTable('purge')
      .set({ purge_at: new Date(0) })
      .execute()
    await purgeDeleted(context)
    expect(await rowsOf(me.account.id)).toMatchObject([{ generation_id: b }])
    await database
      .updateTable('generation')
      .set({ removed_at: new Date() })
      .where('id', '=', b)
      .execute()
    expect(await rowsOf(me.account.id)).toEqual([])
  })

  it('goes on after the last record of a page, also when that was moved', async () => {
    const me = await person()
    const ids = await insertRecords(me.account.id, 130)
    const { id } = await me.create({ ids })
    expect(await me.items(id)).toEqual(ids)
    const first = (await me.call('GET', `${path}/${id}/items`)).body as ItemsPage
    const last = first.items.at(-1)?.id
    await me.call('POST', `${path}/${id}/order`, { id: last, after: ids[60] })
    const { body } = await me.call('GET', `${path}/${id}/items?after=${first.next}`)
    expect((body as ItemsPage).items[0]?.id).toBe(ids[61])
  })

  it('has nothing of another account', async () => {
    const [me, other] = [await person(), await person()]
    const [mine = ''] = await me.several(1)
    const [theirs = ''] = await other.several(1)
    const { id } = await me.create()
    expect((await me.call('POST', `${path}/${id}/items`, { ids: [theirs] })).status).toBe(404)
    expect((await me.call('POST', `${path}/${id}/items`, { ids: [theirs, mine] })).body).toEqual({
      changed: 1,
      items: 1,
    })
    expect((await me.call('PATCH', `${path}/${id}`, { cover_id: theirs })).body).toMatchObject({
      code: 'invalid_input',
      fields: [{ field: 'cover_id' }],
    })
    for (const [method, address] of [
      ['GET', ''],
      ['GET', '/items'],
      ['DELETE', ''],
    ] as const)
      expect((await other.call(method, `${path}/${id}${address}`)).status).toBe(404)
    const failed = await me.call('POST', path, { name: 'Stolen', ids: [theirs] })
    expect(failed.status).toBe(404)
    expect((await me.call('GET', path)).body.collections).toHaveLength(1)
  })

  it('is refused with the field that is wrong', async () => {
    const me = await person()
    const wrong: [object, string, number?][] = [
      [{ name: ' ' }, 'name'],
      [{ name: 'x'.repeat(maxCollectionName + 1) }, 'name', maxCollectionName],
      [{ name: 'a\u0000b' }, 'name'],
      [{ ids: [] }, 'ids'],
      [{ ids: Array(501).fill('x') }, 'ids', 500],
      [{ kind: 'image' }, 'kind'],
      [{ filter: {} }, 'kind'],
      [{ kind: 'video', filter: { model: 'x' } }, 'filter.model'],
      [{ kind: 'video', filter: { search: 'x'.repeat(201) } }, 'filter.search', 200],
      [{ account_id: me.account.id }, 'account_id'],
    ]
    for (const [more, field, max] of wrong) {
      const { status, body } = await me.call('POST', path, { name: 'One', ...more })
      expect([status, body.code], JSON.stringify(body)).toEqual([400, 'invalid_input'])
      expect(body.fields).toMatchObject([{ field, ...(max !== undefined && { max }) }])
    }
    expect((await me.call('GET', path)).body.collections).toEqual([])
    expect((await me.call('GET', `${path}?after=nonsense`)).status).toBe(400)
    const { id } = await me.create()
    for (const after of ['nonsense', '1.x', '9'.repeat(30)])
      expect((await me.call('GET', `${path}/${id}/items?after=${after}`)).status).toBe(400)
  })

  it('holds 5,000 records at most, also with parallel requests', async () => {
    const me = await person()
    const ids = await insertRecords(me.account.id, maxCollectionItems + 500)
    const { id } = await me.create()
    const calls = Array.from({ length: 11 }, (_, part) => ids.slice(part * 500, part * 500 + 500))
    const made = await Promise.all(
      calls.map((part) => me.call('POST', `${path}/${id}/items`, { ids: part })),
    )
    const full = made.filter(({ status }) => status === 409)
    expect(full).toMatchObject([{ body: { code: 'too_many_items', max: maxCollectionItems } }])
    expect((await me.read(id)).items).toBe(maxCollectionItems)
    expect(new Set(await me.items(id)).size).toBe(maxCollectionItems)
  })

  it('is one of 500 at most, also with parallel requests, listed by pages', async () => {
    const me = await person()
    await database
      .insertInto('collection')
      .values(
        Array.from({ length: maxCollections - 2 }, (_, n) => ({
          ...{ id: crypto.randomUUID(), account_id: me.account.id, name: `Number ${n}.` },
        })),
      )
      .execute()
    const made = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => me.call('POST', path, { name })),
    )
    expect(made.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(made.filter(({ body }) => body.code === 'too_many_collections')).toHaveLength(2)
    const seen: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const { body } = await me.call('GET', `${path}?after=${after}`)
      seen.push(...body.collections.map((one: CollectionView) => one.id))
      after = body.next
    }
    expect(new Set(seen).size).toBe(maxCollections)
    const { body } = await me.call('GET', `${path}?search=${encodeURIComponent('NUMBER 17.')}`)
    expect(body.collections).toMatchObject([{ name: 'Number 17.' }])
  })

  it('is a list of its records, in its order', async () => {
    const me = await person()
    const { id: audio } = await me.make({ kind: 'audio', files: [wav] })
    const [image = ''] = await me.several(1)
    const { id } = await me.create({ ids: [audio, image] })
    const which = { accountId: me.account.id, id }
    expect(await collectionList.findIds(context, which, 5_000)).toEqual([audio, image])
  })

  it('is in the export of its account, and deleted with it', async () => {
    const me = await person()
    const ids = await me.several(2)
    const { id } = await me.create({ ids })
    await me.call('PUT', `${path}/${id}/share`, { is_listed: false, shows_settings: false })
    const chunks: Uint8Array[] = []
    for await (const chunk of exportAccount(context, me.account)) chunks.push(chunk)
    const [first] = await unzip(Buffer.concat(chunks))
    const { collections } = JSON.parse(first?.content.toString() ?? '')
    expect(collections).toMatchObject([{ id, name: 'Posters', items: ids }])
    await deleteAccount(context, me.account, me.account.email)
    await expect.poll(() => rowsOf(me.account.id)).toEqual([])
    for (const table of ['collection', 'collection_link'] as const)
      expect(
        await database
          .selectFrom(table)
          .select('account_id')
          .where('account_id', '=', me.account.id)
          .execute(),
      ).toEqual([])
  })
})

describe('a smart collection', () => {
  it('has what its filter finds now', async () => {
    const me = await person()
    const [a = '', b = ''] = await me.several(2)
    const filter = { tags: ['poster'] }
    const { id, filter: saved, kind } = await me.create({ kind: 'image', filter })
    expect([kind, saved]).toMatchObject(['image', filter])
    expect(await me.items(id)).toEqual([])
    const tag = (one: string, tags: string[]) =>
      me.call('POST', '/api/image-generation/favorite', { imageId: one, isFavorite: false, tags })
    for (const one of [a, b]) await tag(one, ['poster'])
    expect(await me.items(id)).toEqual([b, a])
    expect(await me.read(id)).toMatchObject({ items: 2, cover: { content_type: 'image/png' } })
    await tag(b, [])
    expect(await me.items(id)).toEqual([a])
    const changed = await me.call('PATCH', `${path}/${id}`, { filter: { onlyFavorites: true } })
    expect(changed.body).toMatchObject({ items: 0, filter: { onlyFavorites: true } })
  })

  it('refuses records, an order and a share page', async () => {
    const me = await person()
    const [a = ''] = await me.several(1)
    const { id } = await me.create({ kind: 'image', filter: {} })
    const body = { ids: [a] }
    for (const [method, address, sent] of [
      ['POST', '/items', body],
      ['DELETE', '/items', body],
      ['POST', '/order', { id: a, after: null }],
      ['PUT', '/share', { is_listed: true, shows_settings: true }],
    ] as const)
      expect(await me.call(method, `${path}/${id}${address}`, sent), address).toMatchObject({
        status: 409,
        body: { code: 'smart_collection' },
      })
    const plain = await me.create()
    expect((await me.call('PATCH', `${path}/${plain.id}`, { filter: {} })).status).toBe(400)
  })
})

async function coverFile(generationId: string): Promise<string> {
  const { id } = await database
    .selectFrom('media')
    .select('id')
    .where('generation_id', '=', generationId)
    .executeTakeFirstOrThrow()
  return id
}

const rowsOf = (accountId: string) =>
  database.selectFrom('collection_item').selectAll().where('account_id', '=', accountId).execute()
