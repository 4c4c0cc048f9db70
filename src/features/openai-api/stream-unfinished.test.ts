import { describe, expect, it } from 'vitest'
import { countStreams } from '#core/events/stream-room.ts'
import { serveApp } from '#testing/fal-client.ts'
import { openAiVisitor } from '#testing/openai-client.ts'
import { testServer } from '#testing/server.ts'

const server = await testServer({ media: 'plain', delayMs: 3_600_000 })
const url = await serveApp(server)
const order = { model: 'flux-schnell', prompt: 'a red fox', stream: true } as const

type Visitor = Awaited<ReturnType<typeof openAiVisitor>>

async function records({ request }: Visitor) {
  const { body } = await request('GET', '/api/image-generation/history')
  return body.data.map((one: { generation: object }) => one.generation) as {
    id: string
    status: string
  }[]
}

describe('a stream of images that are not finished', () => {
  it('has new previews of the provider, as many as were asked for, and the reason of a failure', async () => {
    const person = await openAiVisitor(server, url)
    const stream = await person.openai.images.generate({ ...order, partial_images: 2 })
    const events = stream[Symbol.asyncIterator]()
    const [made] = await records(person)
    const id = made?.id ?? ''
    const show = async (image: string) => {
      const preview = `data:image/webp;base64,${image}`
      await server.context.database
        .updateTable('job')
        .set({ preview })
        .where('generation_id', '=', id)
        .execute()
      server.context.changes.publish({ accountId: person.account.id, generationId: id })
    }
    for (const [index, image] of ['AAAA', 'BBBB'].entries()) {
      await show(image)
      expect((await events.next()).value).toMatchObject({
        type: 'image_generation.partial_image',
        partial_image_index: index,
        b64_json: image,
        output_format: 'webp',
      })
    }
    await show('CCCC')
    const next = events.next()
    await person.request('POST', `/api/generations/${id}/cancel`)
    await expect(next).rejects.toMatchObject({ error: { code: 'cancelled' } })
  })

  it('a client that leaves does not stop the job', async () => {
    const person = await openAiVisitor(server, url)
    const leaving = new AbortController()
    const { signal } = leaving
    const stream = await person.openai.images.generate(order, { signal })
    leaving.abort()
    await stream[Symbol.asyncIterator]().next()
    const statuses = async () => (await records(person)).map(({ status }) => status)
    expect(await statuses()).toEqual([expect.stringMatching(/pending|processing/)])
    await expect.poll(countStreams).toBe(0)
    expect(await statuses()).toEqual([expect.stringMatching(/pending|processing/)])
  })
})
