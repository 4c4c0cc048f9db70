import { describe, expect, it } from 'vitest'
import { builtInModels } from '#core/models/rules/catalogue.ts'
import { fileNames } from '#core/models/rules/request-files.ts'
import { creatingClient } from '#testing/api/creating-client.ts'
import { testProviders } from '#testing/context.ts'
import { modelInput } from '#testing/model-input.ts'
import { testServer } from '#testing/server.ts'
import { createEndpoints } from './create-endpoints.ts'

/** No worker runs: these tests are about starts. */
const server = await testServer({}, { providers: testProviders('http://127.0.0.1:65531') })
const maker = (money = {}) => creatingClient(server, money)

describe('a video without a type', () => {
  const types = async (client: Awaited<ReturnType<typeof maker>>, body: object) => {
    const answer = await client.request('POST', '/api/wan/createVideo', {
      prompt: 'a fox',
      ...body,
    })
    return [
      answer.status,
      answer.body.generation?.generation_type ?? answer.body.fields,
      answer.body.credits_charged,
    ]
  }

  it('gets the type that fits its files', async () => {
    const client = await maker({ credits: 5000 })
    const [image_url, video_url] = [client.fileFor('image'), client.fileFor('video')]
    expect(await types(client, { image_url, image_to_video: true })).toEqual([
      200,
      'image-to-video',
      200,
    ])
    expect(await types(client, { image_url })).toEqual([200, 'image-to-video', 200])
    const frames = { start_image_url: image_url, end_image_url: image_url }
    expect(await types(client, frames)).toEqual([200, 'first-to-last-frame', 200])
    expect(await types(client, { video_url })).toEqual([200, 'vace', 400])
    expect(await types(client, { ref_image_urls: [image_url] })).toEqual([200, 'vace', 400])
    expect(await types(client, { image_url, model: 'wan-v2-2-a14b' })).toEqual([
      200,
      'wan-v2-2-a14b',
      528,
    ])
    const missing = { field: 'image_url', problem: 'required' }
    expect(await types(client, { image_to_video: true })).toMatchObject([400, [missing], undefined])
  })

  it('is quoted as that type', async () => {
    const client = await maker()
    const quote = async (input: object) =>
      (await client.request('POST', '/api/generations/quote', { model: 'flux-schnell', input }))
        .body.credits
    expect(await quote({ prompt: 'a fox', image_url: client.fileFor('image') })).toBe(30)
    expect(await quote({ prompt: 'a fox' })).toBe(20)
  })
})

describe('a file that the model does not accept', () => {
  it.each(
    createEndpoints.flatMap((endpoint) =>
      builtInModels
        .filter(({ kind }) => kind === endpoint.kind)
        .map((model) => [model.generationType, model.id, model, endpoint] as const),
    ),
  )(
    '%s %s: names the field and charges nothing',
    async (type, id, model, { path, typeField, modelFields }) => {
      const client = await maker({ credits: 1000 })
      const body = {
        ...modelInput(model, client.fileFor),
        [modelFields[0] ?? '']: id,
        ...(typeField && { [typeField]: type }),
      }
      for (const field of fileNames().filter((name) => !(name in model.fields))) {
        const answer = await client.request('POST', path, {
          ...body,
          [field]: client.fileFor('image'),
        })
        expect(answer, field).toMatchObject({
          status: 400,
          body: { code: 'invalid_input', fields: [{ field, problem: 'not_used' }] },
        })
      }
      expect(await client.balance()).toBe(1000)
    },
  )
})
