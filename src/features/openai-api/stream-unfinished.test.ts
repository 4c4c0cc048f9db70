import { once } from 'node:events'
import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { countStreams } from '#core/events/stream-room.ts'
import { serveApp } from '#testing/fal-client.ts'
import { openAiVisitor } from '#testing/openai-client.ts'
import { testServer } from '#testing/server.ts'

const server = await testServer({ media: 'plain', delayMs: 3_600_000 })
const url = await serveApp(server)
const order = { model: 'flux-schnell', prompt: 'a red fox', stream: true } as const

describe('a stream of images that are not finished', () => {
  it('has new previews of the provider, as many as were asked for, and the reason of a failure', async () => {
    const person = await openAiVisitor(server, url)
    const stream = await person.openai.images.generate({ ...order, partial_images: 2 })
    const events = stream[Symbol.asyncIterator]()
    const [made] = await person.images()
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
    const headers = {
      authorization: `Bearer ${person.key}`,
      'content-type': 'application/json',
    }
    const options = { method: 'POST', headers, agent: false }
    const sent = request(`${url}/v1/images/generations`, options).end(JSON.stringify(order))
    const [response] = await once(sent, 'response')
    expect(response.statusCode).toBe(200)
    // Also after the end of the stream before, which its client may know first.
    await expect.poll(countStreams).toBe(1)
    response.destroy()
    const statuses = async () => (await person.images()).map(({ status }) => status)
    expect(await statuses()).toEqual([expect.stringMatching(/pending|processing/)])
    await expect.poll(countStreams).toBe(0)
    expect(await statuses()).toEqual([expect.stringMatching(/pending|processing/)])
  })
})
