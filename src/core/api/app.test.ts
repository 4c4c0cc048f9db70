import { describe, expect, it } from 'vitest'
import { createEndpoints } from '#core/generations/routes/create-endpoints.ts'
import { histories } from '#core/history/routes/histories.ts'
import { builtInModels } from '#core/models/rules/catalogue.ts'
import { featureMatrices } from '#testing/security/feature-matrices.ts'
import { testClient, testServer } from '#testing/server.ts'

const server = await testServer()
const client = await testClient(server, { credits: 12 })

/** Those of the operator's pages, and metadata of standards, are not described. */
const pathsOfFeatures = new Set(
  featureMatrices
    .flatMap(({ table }) => table.match(/(?<=^\w+ )[^\s*]+(?=\s)/gm) ?? [])
    .filter((path) => !/^\/(api\/admin|\.well-known)\//.test(path))
    .map((path) => path.replaceAll(/:(\w+)/g, '{$1}')),
)

describe('the API', () => {
  it('describes every operation, model and refusal in its OpenAPI document', async () => {
    const { body } = await client.request('GET', '/api/openapi.json')
    const ofHistories = histories.flatMap(({ base }) =>
      ['delete', 'favorite', 'filters', 'history', 'selection'].map((name) => `${base}/${name}`),
    )
    expect(Object.keys(body.paths).toSorted()).toEqual(
      [
        ...ofHistories,
        '/.well-known/provenance.json',
        '/api/3d/create',
        '/api/3d/status',
        '/api/account',
        '/api/account/export',
        '/api/account/export/size',
        '/api/account/keys',
        '/api/account/keys/{id}',
        '/api/account/ledger',
        '/api/account/ledger.csv',
        '/api/account/limits',
        '/api/account/sessions',
        '/api/account/sessions/{id}',
        '/api/auth/sign-out',
        '/api/auth/sign-out-everywhere',
        '/api/audio-generation/status',
        '/api/events',
        '/api/generate-presigned-url',
        '/api/generations/open',
        '/api/generations/quote',
        '/api/generations/restore',
        '/api/generations/{id}',
        '/api/generations/{id}/cancel',
        '/api/generations/{id}/model',
        '/api/generations/{id}/visibility',
        '/api/image-editor/create',
        '/api/image-generation/create',
        '/api/image-understanding/create',
        '/api/image-understanding/status',
        '/api/models',
        '/api/music/create',
        '/api/music/status',
        '/api/near-copies',
        ...pathsOfFeatures,
        '/api/provenance',
        '/api/settings',
        '/api/speech/create',
        '/api/speech/status',
        '/api/text/create',
        '/api/text/status',
        '/api/transcription/create',
        '/api/transcription/status',
        '/api/upload-from-url',
        '/api/upload-image-wan-i2v',
        '/api/upload-video',
        '/api/wan/createAudio',
        '/api/wan/createVideo',
        '/api/wan/getAudioResult',
        '/api/wan/getImageResult',
        '/api/wan/getResult',
        '/api/wan/refundCredits',
        '/api/wan/updateAudioStatus',
        '/media/{account}/{id}/{name}',
        '/api/webhooks/{provider}',
      ].toSorted(),
    )
    const { schema } =
      body.paths['/api/image-generation/create'].post.requestBody.content['application/json']
    expect(schema.anyOf.map(({ title }: { title: string }) => title)).toContain(
      'FLUX.1 schnell (text-to-image)',
    )
    expect(JSON.stringify(schema)).toContain(
      '"num_inference_steps":{"default":28,"type":"integer","minimum":10,"maximum":50}',
    )
  })

  it('describes the query of a history, with its limits, and nothing twice', async () => {
    const { body } = await client.request('GET', '/api/openapi.json')
    const namesOf = (base: string) =>
      body.paths[`${base}/history`].get.parameters.map(({ name }: { name: string }) => name)
    const everywhere = [
      'page',
      'pageSize',
      'search',
      'status',
      'dateStart',
      'dateEnd',
      'timeZone',
      'onlyFavorites',
    ]
    for (const { base, kind } of histories) {
      const own = kind === 'image' ? ['viewMode', 'mode', 'model', 'size', 'color', 'near'] : []
      expect(namesOf(base)).toEqual([...everywhere, 'tags', ...own])
    }
    const [, size, search] = body.paths['/api/video-generation/history'].get.parameters
    expect(size).toEqual({
      name: 'pageSize',
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
    })
    expect(search).toMatchObject({ schema: { type: 'string', maxLength: 200 } })
  })

  it('describes each model at its endpoint, with required and fixed fields', async () => {
    const { body } = await client.request('GET', '/api/openapi.json')
    for (const { kind, path } of createEndpoints) {
      const { requestBody, responses } = body.paths[path].post
      const { anyOf } = requestBody.content['application/json'].schema
      const models = builtInModels.filter((model) => model.kind === kind)
      expect(anyOf.map(({ title }: { title: string }) => title)).toEqual(
        models.map(({ name, generationType }) => `${name} (${generationType})`),
      )
      for (const [index, { fields }] of models.entries())
        expect(Object.keys(anyOf[index].properties)).toEqual(
          expect.arrayContaining(Object.keys(fields)),
        )
      expect(Object.keys(responses)).toEqual(
        expect.arrayContaining(['200', '400', '401', '403', '413', '415', '503']),
      )
    }
    const vace = body.paths['/api/wan/createVideo'].post.requestBody.content[
      'application/json'
    ].schema.anyOf.find(({ title }: { title: string }) => title.includes('vace'))
    expect(vace.required).toEqual(['prompt', 'model', 'video_generation_type'])
    expect(vace.properties).toMatchObject({
      model: { const: 'vace' },
      num_frames: { default: 81, description: expect.stringContaining('Fixed') },
      mask_image_url: {
        type: 'string',
        description: expect.stringContaining('task is inpainting'),
      },
      ref_image_urls: { type: 'array', maxItems: 5 },
      resolution: { description: expect.stringContaining('580p, 720p') },
    })
  })

  it('quotes prices to everyone', async () => {
    const response = await server.app.request('http://localhost:3000/api/generations/quote', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'flux-schnell',
        input: { prompt: 'x', image_size: 'square', num_images: 3 },
      }),
    })
    expect(await response.json()).toEqual({
      credits: 24,
      at_most: false,
      breakdown: { base: 8, unit: 'image', quantity: 3, surcharges: [] },
    })
  })

  it('answers JSON with a code for unknown paths', async () => {
    expect(await client.request('GET', '/api/nothing')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    expect(await client.request('GET', "/api/generations/x'--")).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  })

  it('authenticates an account by its key, and rejects a wrong one', async () => {
    expect((await client.request('GET', '/api/account')).body).toMatchObject({
      credits: { left_credits: 12 },
      has_ever_paid: true,
    })
    const wrong = await client.request('GET', '/api/account', undefined, {
      authorization: 'Bearer atl_wrong',
    })
    expect(wrong).toMatchObject({
      status: 401,
      body: { code: 'unauthorized', error: 'Unauthorized' },
    })
  })

  it('rejects too large bodies before reading them', async () => {
    const answer = await client.request('POST', '/api/generations/quote', {
      model: 'x',
      input: { prompt: 'a'.repeat(300_000) },
    })
    expect(answer).toMatchObject({ status: 413, body: { code: 'too_large' } })
  })

  it('stores texts without characters that PostgreSQL rejects', async () => {
    const body = {
      model: 'flux-schnell',
      image_size: 'square',
      prompt: 'a\0fox \ud800 end',
      request_id: 'odd',
    }
    const created = await client.request('POST', '/api/image-generation/create', body)
    expect(created).toMatchObject({
      status: 200,
      body: { generation: { prompt: 'afox \ufffd end' } },
    })
  })
})
