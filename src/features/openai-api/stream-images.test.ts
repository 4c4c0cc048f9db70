import { toFile } from 'openai'
import { describe, expect, it } from 'vitest'
import { readMoney } from '#testing/context.ts'
import { serveApp } from '#testing/fal-client.ts'
import { sampleFile } from '#testing/files.ts'
import { openAiRefusal, openAiVisitor } from '#testing/openai-client.ts'
import { testServer } from '#testing/server.ts'

const server = await testServer({ media: 'plain', delayMs: 50 })
const url = await serveApp(server)
const visitor = (money = {}) => openAiVisitor(server, url, money)
const order = { model: 'flux-schnell', prompt: 'a red fox', size: '512x512', stream: true } as const

async function all<Event>(stream: AsyncIterable<Event>): Promise<Event[]> {
  const events: Event[] = []
  for await (const event of stream) events.push(event)
  return events
}

describe('a stream of images', () => {
  it('ends with the finished image, which is charged and recorded once', async () => {
    const person = await visitor()
    const events = await all(await person.openai.images.generate(order))
    const [made, ...others] = await person.images()
    expect(others).toEqual([])
    expect(events).toEqual([
      {
        type: 'image_generation.completed',
        b64_json: expect.any(String),
        created_at: expect.any(Number),
        size: '512x512',
        quality: 'auto',
        background: 'opaque',
        output_format: expect.stringMatching(/^(png|jpeg|webp)$/),
        usage: expect.objectContaining({ total_tokens: 0, credits: made?.credits_charged }),
      },
    ])
    const { balance } = await readMoney(server.context, person.account.id)
    expect(balance).toBe(1_000 - (made?.credits_charged ?? 0))
  })

  it('has an event for each of several images, in the format that was asked for', async () => {
    const { openai } = await visitor()
    const asked = { ...order, n: 2, output_format: 'webp' } as const
    const events = await all(await openai.images.generate(asked))
    expect(events).toMatchObject([{ output_format: 'webp' }, { output_format: 'webp' }])
    for (const { b64_json } of events)
      expect(Buffer.from(b64_json, 'base64').subarray(8, 12).toString()).toBe('WEBP')
  })

  it('of an edit names its events otherwise', async () => {
    const { openai } = await visitor()
    const photo = Buffer.from(await sampleFile('photo.png'))
    const image = await toFile(photo, 'photo.png', { type: 'image/png' })
    const edit = { model: 'nano-banana-edit', image, prompt: 'a blue fox', stream: true } as const
    const events = await all(await openai.images.edit(edit))
    expect(events).toMatchObject([{ type: 'image_edit.completed' }])
  })

  it('is refused before it begins where credits are missing', async () => {
    const { openai, account } = await visitor({ credits: 1 })
    expect(await openAiRefusal(openai.images.generate(order))).toMatchObject({
      status: 429,
      code: 'insufficient_quota',
    })
    expect((await readMoney(server.context, account.id)).balance).toBe(1)
  })

  it('is never charged beyond the balance when 100 start at once', async () => {
    const person = await visitor()
    await all(await person.openai.images.generate(order))
    const [one] = await person.images()
    const price = one?.credits_charged ?? 0
    const poor = await visitor({ credits: 3 * price })
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const stream = await poor.openai.images.generate(order).catch(({ status }) => status)
        return typeof stream === 'number' ? stream : (await all(stream)).length
      }),
    )
    expect(outcomes.filter((outcome) => outcome === 1)).toHaveLength(3)
    expect(outcomes.filter((outcome) => outcome === 429)).toHaveLength(97)
    const { balance, sum } = await readMoney(server.context, poor.account.id)
    expect([balance, sum]).toEqual([0, 0])
  })
})
