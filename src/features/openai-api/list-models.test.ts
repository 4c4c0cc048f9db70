import { describe, expect, it } from 'vitest'
import { serveApp } from '#testing/fal-client.ts'
import { openAiRefusal, openAiVisitor } from '#testing/openai-client.ts'
import { testServer } from '#testing/server.ts'
import { testSettings } from '#testing/settings.ts'

const openai_aliases = { 'gpt-image-1': 'flux-dev', 'tts-1': 'eleven-v3' }
const server = await testServer({}, { settings: testSettings({ openai_aliases }) })
const url = await serveApp(server)

describe('models', () => {
  it('lists the studio’s models and the aliases, and finds each', async () => {
    const { openai } = await openAiVisitor(server, url)
    const ids = (await openai.models.list()).data.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(['flux-dev', 'text-to-video', 'gpt-image-1']))
    expect(ids).not.toContain('thinksound')
    expect(new Set(ids).size).toBe(ids.length)
    expect(await openai.models.retrieve('gpt-image-1')).toMatchObject({
      object: 'model',
      name: 'FLUX.1 dev',
      architecture: {
        modality: 'text+image->image',
        input_modalities: ['text', 'image'],
        output_modalities: ['image'],
      },
      pricing: { request: expect.stringMatching(/^[1-9]\d*$/), unit: 'credits' },
    })
    expect(await openai.models.retrieve('eleven-v3')).toMatchObject({
      architecture: { modality: 'text->audio' },
    })
    expect(await openai.models.retrieve('moondream3-preview')).toMatchObject({
      architecture: { modality: 'text+image->text' },
    })
    expect(await openAiRefusal(openai.models.retrieve('gpt-5'))).toMatchObject({
      status: 404,
      code: 'model_not_found',
      param: 'model',
    })
  })
})
