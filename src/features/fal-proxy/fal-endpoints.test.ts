import { ValidationError } from '@fal-ai/client'
import { describe, expect, it } from 'vitest'
import { readMoney } from '#testing/context.ts'
import { falVisitor, refusal, serveApp } from '#testing/fal-client.ts'
import { falEndpoints, inputFor, uploadedFiles } from '#testing/model-input.ts'
import { testServer } from '#testing/server.ts'

const server = await testServer({ media: 'plain', delayMs: 50 })
const url = await serveApp(server)

async function visitor() {
  const client = await falVisitor(server, url)
  const fileFor = await uploadedFiles(server.context, client.account.id)
  return {
    ...client,
    fileFor: (accept: Parameters<typeof fileFor>[0]) => `${url}${fileFor(accept)}`,
  }
}

const file = (type: RegExp) => ({
  url: expect.stringContaining(`${url}/media/`),
  content_type: expect.stringMatching(type),
  file_name: expect.any(String),
  file_size: expect.any(Number),
})

/** Each shape of result in fal's format (docs/providers/fal.md#endpoints). */
const outputs = {
  images: {
    images: expect.arrayContaining([expect.objectContaining(file(/^image\//))]),
    // Tools have none.
    prompt: expect.stringMatching(/^(a red fox)?$/),
  },
  video: { video: expect.objectContaining(file(/^video\/mp4$/)), prompt: 'a red fox' },
  // Speech and music are made from the prompt, sound from the video.
  audio: { audio: file(/^audio\//), prompt: expect.stringMatching(/^(a red fox)?$/) },
  text: {
    output: expect.stringContaining('[development mode]'),
    finish_reason: 'stop',
    usage_info: {},
  },
  mesh: { model_mesh: file(/^model\/gltf-binary$/) },
}

/** Of a transcription, and of tools on an image. */
const transcript = {
  text: expect.stringContaining('[development mode]'),
  chunks: expect.arrayContaining([
    { timestamp: [expect.any(Number), expect.any(Number)], text: expect.any(String) },
  ]),
  inferred_languages: expect.any(Array),
}
const oneImage = { image: expect.objectContaining(file(/^image\//)) }

it('has more than twenty endpoints', () => {
  expect(falEndpoints.length).toBeGreaterThan(20)
  expect(new Set(falEndpoints).size).toBe(falEndpoints.length)
})

describe.each(falEndpoints)('%s', (endpoint) => {
  it('runs with fal’s own client, unmodified, at the price of the form', async () => {
    const { fal, account, key, request, fileFor } = await visitor()
    const { model, input, price } = inputFor(endpoint, {}, fileFor)
    const { data, requestId } = await fal.subscribe(endpoint, { input, pollInterval: 50 })

    expect(data).toMatchObject(model.kind === 'transcription' ? transcript : outputs[model.result])
    if (model.tool && model.result === 'images') expect(data).toMatchObject(oneImage)
    const { body: record } = await request('GET', `/api/generations/${requestId}`)
    expect(record).toMatchObject({
      model: model.id,
      generation_type: model.generationType,
      status: 'completed',
    })
    expect(record.credits_charged).toBe(price)
    expect((await readMoney(server.context, account.id)).balance).toBe(1000 - price)
    for (const media of [...record.images, ...record.inputs]) {
      const stored = await fetch(url + new URL(media.url).pathname, {
        headers: { authorization: `Bearer ${key}` },
      })
      expect((await stored.arrayBuffer()).byteLength).toBe(media.bytes)
    }
  })
})

describe('an endpoint with an input image', () => {
  it.each(
    falEndpoints.filter(
      (endpoint) => endpoint.includes('/wan/') && endpoint.includes('image-to-video'),
    ),
  )('%s: reports it as missing, and charges nothing', async (endpoint) => {
    const { fal, account } = await visitor()
    const error = await refusal(fal.queue.submit(endpoint, { input: { prompt: 'a red fox' } }))
    expect(error).toBeInstanceOf(ValidationError)
    expect((error as unknown as ValidationError).getFieldErrors('image_url')).toMatchObject([
      { type: 'missing' },
    ])
    expect((await readMoney(server.context, account.id)).balance).toBe(1000)
  })
})

describe('an invalid input', () => {
  it.each([
    ['fal-ai/wan-i2v', { prompt: 'x', guide_scale: 11 }, ['guide_scale', 'image_url']],
    [
      'fal-ai/moondream3-preview/query',
      { prompt: '', image_url: 'nonsense' },
      ['image_url', 'prompt'],
    ],
    ['fal-ai/nano-banana/edit', { prompt: 'a red fox', image_urls: ['nonsense'] }, ['image_urls']],
  ])('with %s is reported with the caller’s field names', async (endpoint, input, fields) => {
    const { fal } = await visitor()
    const { body } = await refusal(fal.queue.submit(endpoint, { input }))
    expect(
      (body as unknown as { detail: { loc: string[] }[] }).detail
        .map(({ loc }) => loc[1])
        .toSorted(),
    ).toEqual(fields)
  })
})
