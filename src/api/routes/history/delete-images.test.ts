import { describe, expect, it } from 'vitest'
import { testClient, testStudio } from '#testing/studio.ts'

const studio = await testStudio()
const path = '/api/image-generation/delete'

async function madeBy(client: Awaited<ReturnType<typeof testClient>>) {
  const body = { model: 'flux-schnell', image_size: 'square', prompt: 'a fox' }
  const { id } = (await client.request('POST', '/api/image-generation/create', body)).body
  for (;;) {
    const { body: generation } = await client.request('GET', `/api/generations/${id}`)
    if (generation.status === 'completed' && generation.images[0]?.thumbnail_url) return generation
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describe(`DELETE ${path}`, () => {
  it('deletes the caller’s own pictures, tells the count, and their addresses are gone', async () => {
    const client = await testClient(studio, { credits: 100 })
    const { id, image_url, images } = await madeBy(client)
    const open = async (url: string) => (await studio.app.request(url)).status
    expect(await open(image_url)).toBe(200)

    const answer = await client.request('DELETE', path, { ids: [id], deleteFiles: true })
    expect(answer).toMatchObject({ status: 200, body: { deletedCount: 1 } })
    expect([await open(image_url), await open(images[0].thumbnail_url)]).toEqual([404, 404])
    expect((await client.request('GET', `/api/generations/${id}`)).status).toBe(404)
    expect((await client.request('GET', '/api/image-generation/history')).body).toMatchObject({ total: 0, data: [] })
    expect((await client.request('GET', '/api/account')).body.credits).toEqual({ left_credits: 92 })
  })

  it('does not know pictures of others, and says the same of missing ones', async () => {
    const [owner, other] = [await testClient(studio, { credits: 100 }), await testClient(studio)]
    const { id } = await madeBy(owner)
    const foreign = await other.request('DELETE', path, { ids: [id] })
    const missing = await other.request('DELETE', path, { ids: ['01990000-0000-7000-8000-000000000000'] })
    expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(missing.body).toEqual(foreign.body)
    expect((await owner.request('GET', `/api/generations/${id}`)).status).toBe(200)
  })

  it('answers 400 to a list that is none, and 401 to nobody', async () => {
    const client = await testClient(studio)
    for (const body of [{}, { ids: [] }, { ids: 'all' }, { ids: Array(501).fill('x') }]) {
      expect((await client.request('DELETE', path, body)).status).toBe(400)
    }
    const headers = { 'content-type': 'application/json' }
    const anonymous = await studio.app.request(`http://localhost:3000${path}`, {
      method: 'DELETE',
      headers,
      body: '{}',
    })
    expect(anonymous.status).toBe(401)
  })
})
