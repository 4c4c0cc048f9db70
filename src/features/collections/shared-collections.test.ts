import { expect, it } from 'vitest'
import { collector } from '#testing/api/collector.ts'
import { listeningServer } from '#testing/server.ts'
import type { CollectionView, SharedCollectionView } from './contract.ts'

const { url, context } = await listeningServer(() => ({}))
const { database } = context
const path = '/api/collections'
const png = { content: Buffer.from('a picture'), contentType: 'image/png' }
const unlisted = { is_listed: false, shows_settings: false }

async function sharer(prompt = 'a secret fox') {
  const me = await collector(context, url)
  const call = async (method: string, address: string, body?: unknown) => {
    const answer = await me.request(method, address, body)
    const text = await answer.text()
    return { status: answer.status, body: text ? JSON.parse(text) : null }
  }
  /** A record that is private at first. */
  const record = async () => {
    const { id } = await me.make({ prompt, files: [png] })
    await database
      .updateTable('generation')
      .set({ is_public: false })
      .where('id', '=', id)
      .execute()
    return id
  }
  const [a, b] = [await record(), await record()]
  const collect = async (ids: string[]): Promise<CollectionView> =>
    (await call('POST', path, { name: 'Foxes', ids })).body
  const share = async (id: string, choice = unlisted): Promise<string> =>
    (await call('PUT', `${path}/${id}/share`, choice)).body.share.token
  return { ...me, call, record, a, b, collect, share }
}

/** As a reader without an account. */
async function look(token: string): Promise<{ status: number; body: SharedCollectionView }> {
  const answer = await fetch(`${url}/api/shared-collections/${token}`)
  return { status: answer.status, body: (await answer.json()) as SharedCollectionView }
}

const shown = async (token: string) => (await look(token)).body.items.map(({ id }) => id)

async function isPublic(id: string): Promise<boolean> {
  const row = await database
    .selectFrom('generation')
    .select('is_public')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.is_public
}

it('shows everyone the records, and settings where the owner shows them', async () => {
  const { a, b, collect, share } = await sharer()
  const { id } = await collect([b, a])
  const token = await share(id)
  const { status, body } = await look(token)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    name: 'Foxes',
    items: [{ id: b, prompt: null, input: null }, { id: a }],
  })
  expect(JSON.stringify(body)).not.toContain('a secret fox')
  const file = body.items[0]?.files[0]?.url ?? ''
  expect((await fetch(url + new URL(file).pathname)).status).toBe(200)
  expect(await share(id, { is_listed: true, shows_settings: true })).toBe(token)
  expect((await look(token)).body.items[0]).toMatchObject({ prompt: 'a secret fox' })
})

it('publishes what is added later, and hides what is removed', async () => {
  const { a, b, collect, share, call } = await sharer()
  const { id } = await collect([a])
  const token = await share(id)
  expect([await isPublic(a), await isPublic(b)]).toEqual([true, false])
  await call('POST', `${path}/${id}/items`, { ids: [b] })
  expect(await shown(token)).toEqual([a, b])
  await call('DELETE', `${path}/${id}/items`, { ids: [a] })
  expect([await isPublic(a), await isPublic(b)]).toEqual([false, true])
  expect(await shown(token)).toEqual([b])
})

it('ends with the next request, and leaves public what was public without it', async () => {
  const { a, b, collect, share, call, record } = await sharer()
  const c = await record()
  await call('PUT', `/api/generations/${b}/share`, unlisted)
  const [one, other] = [await collect([a, b, c]), await collect([c])]
  const token = await share(one.id)
  await share(other.id)
  expect((await call('DELETE', `${path}/${one.id}/share`)).status).toBe(204)
  expect((await look(token)).status).toBe(404)
  expect(await Promise.all([a, b, c].map(isPublic))).toEqual([false, true, true])
  // The other collection was the last that needed it.
  await call('DELETE', `${path}/${other.id}`)
  expect(await isPublic(c)).toBe(false)
  expect(await share(one.id)).not.toBe(token)
})

it('does not show what its owner made private, deleted, or what was removed', async () => {
  const { a, b, collect, share, call } = await sharer()
  const { id } = await collect([a, b])
  const token = await share(id)
  await call('POST', `/api/generations/${a}/visibility`, { is_public: false })
  expect(await shown(token)).toEqual([b])
  // A change of the page publishes nothing again.
  await share(id, { is_listed: true, shows_settings: true })
  expect(await shown(token)).toEqual([b])
  await database
    .updateTable('generation')
    .set({ removed_at: new Date() })
    .where('id', '=', b)
    .execute()
  expect(await shown(token)).toEqual([])
})

it('is not there while its owner is suspended, who shares nothing then', async () => {
  const { a, account, collect, share, call } = await sharer()
  const { id } = await collect([a])
  const token = await share(id)
  const owner = database.updateTable('account').where('id', '=', account.id)
  await owner.set({ suspended_at: new Date() }).execute()
  expect((await look(token)).status).toBe(404)
  expect((await call('PUT', `${path}/${id}/share`, unlisted)).body).toMatchObject({
    code: 'account_suspended',
  })
  await owner.set({ suspended_at: null }).execute()
  expect((await look(token)).status).toBe(200)
})

it('does not answer to other tokens', async () => {
  for (const token of ['x'.repeat(22), 'x', '%00', "' or 1=1"])
    expect((await look(encodeURIComponent(token))).status).toBe(404)
})
