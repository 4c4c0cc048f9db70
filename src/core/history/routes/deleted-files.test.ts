import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { chinese } from '#testing/api/history.ts'
import { testClient, testServer } from '#testing/server.ts'
import { purgeDeleted } from '../retention.ts'

const server = await testServer()
const path = '/api/image-generation/delete'

type Client = Awaited<ReturnType<typeof testClient>>

async function untilEnded(client: Client, id: string) {
  for (;;) {
    const { body: generation } = await client.request('GET', `/api/generations/${id}`)
    if (generation.status === 'completed' && generation.images[0]?.thumbnail_url) return generation
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function madeBy(client: Client) {
  const body = { model: 'flux-schnell', image_size: 'square', prompt: 'a fox' }
  return untilEnded(
    client,
    (await client.request('POST', '/api/image-generation/create', body)).body.id,
  )
}

async function purge() {
  await sql`update purge set purge_at = now()`.execute(server.context.database)
  await purgeDeleted(server.context)
}

describe('the files of a deleted record', () => {
  it('are unavailable to all readers at once, restored with it, and deleted by the purge', async () => {
    const client = await testClient(server, { credits: 100 })
    const { id, image_url, images } = await madeBy(client)
    const urls = [image_url, images[0].thumbnail_url, `${image_url}?download`]
    const headers = { authorization: `Bearer ${client.key}` }
    // Each body is read to its end: until then its file stays open.
    const statusOf = async (url: string, init?: RequestInit) => {
      const answer = await server.app.request(url, init)
      await answer.arrayBuffer()
      return answer.status
    }
    const open = async () => [
      ...(await Promise.all(urls.map((url) => statusOf(url)))),
      ...(await Promise.all(urls.map((url) => statusOf(url, { headers })))),
    ]
    const remove = () => client.request('DELETE', path, { ids: [id], deleteFiles: true })
    const restore = () => client.request('POST', '/api/generations/restore', { ids: [id] })
    expect(await open()).toEqual(Array(6).fill(200))

    expect(await remove()).toMatchObject({ status: 200, body: { deletedCount: 1 } })
    expect(await open()).toEqual(Array(6).fill(404))
    expect((await client.request('GET', '/api/image-generation/history')).body).toMatchObject({
      total: 0,
      data: [],
    })
    expect((await client.request('GET', '/api/account')).body.credits).toEqual({ left_credits: 92 })

    expect(await restore()).toMatchObject({ status: 200, body: { restoredCount: 1 } })
    expect(await restore()).toMatchObject({ status: 200, body: { restoredCount: 1 } })
    await purge()
    expect(await open()).toEqual(Array(6).fill(200))
    expect((await client.request('GET', '/api/image-generation/history')).body).toMatchObject({
      total: 1,
    })

    await remove()
    await purge()
    expect(await open()).toEqual(Array(6).fill(404))
    expect(await restore()).toMatchObject({
      status: 404,
      body: { error: 'Failed to restore records', message: 'Not found', code: 'not_found' },
    })
    expect(
      (await client.request('POST', '/api/generations/restore', { ids: [id] }, chinese)).body.error,
    ).toBe('恢复记录失败')
  })

  it('cannot be used as inputs, while generations made from them keep theirs', async () => {
    const client = await testClient(server, { credits: 100 })
    const { id, image_url } = await madeBy(client)
    const edit = { image_url, prompt: 'a hat' }
    const used = (await client.request('POST', '/api/image-editor/create', edit)).body
    await client.request('DELETE', path, { id })
    await purge()
    expect((await client.request('POST', '/api/image-editor/create', edit)).body).toMatchObject({
      code: 'invalid_input',
      fields: [{ field: 'image_url', problem: 'not_reachable' }],
    })
    expect((await server.app.request(used.generation.inputs[0].url)).status).toBe(200)
  })
})

describe('a repeated request whose record was deleted', () => {
  it('gets that record again, without files, and is not charged', async () => {
    const client = await testClient(server, { credits: 8 })
    const body = {
      model: 'flux-schnell',
      image_size: 'square',
      prompt: 'a secret fox',
      request_id: 'mine',
    }
    const { id } = (await client.request('POST', '/api/image-generation/create', body)).body
    await untilEnded(client, id)
    await client.request('DELETE', path, { id })
    await purge()
    const again = await client.request('POST', '/api/image-generation/create', body)
    expect(again).toMatchObject({
      status: 200,
      body: { id, generation: { prompt: '', input: {}, images: [] } },
    })
    expect((await client.request('GET', '/api/account')).body.credits).toEqual({ left_credits: 0 })
  })
})
