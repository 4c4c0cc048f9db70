import sharp from 'sharp'
import { expect, it } from 'vitest'
import { serveApp } from '#testing/fal-client.ts'
import { openAiVisitor } from '#testing/openai-client.ts'
import { testServer } from '#testing/server.ts'

const server = await testServer({ media: 'plain', delayMs: 50 })
const url = await serveApp(server)
const visitor = () => openAiVisitor(server, url)

it.each([
  ['webp', 'url'],
  ['png', 'b64_json'],
  ['jpeg', 'url'],
] as const)('images come as %s where the model has no choice, by %s', async (format, how) => {
  const { openai, request } = await visitor()
  const { data, output_format } = await openai.images.generate({
    model: 'flux-schnell',
    prompt: 'a red fox',
    output_format: format,
    response_format: how,
  })
  const [{ url = '', b64_json = '' } = {}] = data ?? []
  const answer = url && (await fetch(url))
  const content = answer ? await answer.arrayBuffer() : Buffer.from(b64_json, 'base64')
  if (answer) expect(answer.headers.get('content-type')).toBe(`image/${format}`)
  expect((await sharp(content).metadata()).format).toBe(format)
  expect(output_format).toBe(format)
  const { body } = await request('GET', '/api/image-generation/history')
  const [kept] = body.data[0].generation.images
  expect(kept.content_type).toBe('image/jpeg')
})

it('images are compressed as far as asked', async () => {
  const { openai } = await visitor()
  const sizeAt = async (output_compression: number) => {
    const asked = {
      model: 'flux-dev',
      prompt: 'a red fox',
      seed: 7,
      output_format: 'jpeg',
    } as const
    const { data } = await openai.images.generate({
      ...asked,
      output_compression,
      response_format: 'b64_json',
    })
    return Buffer.from(data?.[0]?.b64_json ?? '', 'base64').length
  }
  expect(await sizeAt(5)).toBeLessThan(await sizeAt(90))
})
