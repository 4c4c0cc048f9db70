import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { recordSample } from '#core/generations/record-sample.ts'
import { loadModels } from '#core/models/load-models.ts'
import { builtInModels } from '#core/models/rules/catalogue.ts'
import { syncBuiltIns } from '#core/models/sync-models.ts'
import { markStored } from '#core/provenance/mark-stored.ts'
import { onlineMigrations } from '#core/schema/online-migrations.ts'
import { runOnlineMigrations } from '#core/worker/online-migrations.ts'
import { testDatabase } from '#testing/database/database.ts'
import { serveApp } from '#testing/fal-client.ts'
import { sampleFile } from '#testing/files.ts'
import { limitModels } from '#testing/limit-models.ts'
import { markingStudio } from '#testing/provenance.ts'
import { testClient, testServer } from '#testing/server.ts'
import { generateToolName } from './routes/tool-schemas.ts'
import { connect } from './test-support.ts'

// What the studio asks of every request holds for the tools, too.

const marking = markingStudio({ database: await testDatabase() })
const allowed = ['flux-schnell', 'wan-v2-2-5b']
const { limited, contributions } = limitModels(allowed)
const server = await testServer({ media: 'plain', delayMs: 50 }, { ...marking, contributions })
const url = await serveApp(server)
const { context } = server
await runOnlineMigrations(context, onlineMigrations)
await syncBuiltIns(context.database)
await loadModels(context)

async function newClient() {
  const person = await testClient(server, { credits: 1000 })
  return { ...person, ...(await connect({ url }, person.key)) }
}

describe('an account that may use two models', () => {
  const input = { prompt: 'a fox', image_size: 'square' }

  it('finds no other among the tools', async () => {
    const { account, client, call } = await newClient()
    limited.add(account.id)
    const { models } = (await call('list_models')) as unknown as { models: { model: string }[] }
    expect(models.map(({ model }) => model).toSorted()).toEqual(allowed)
    expect(await call('list_models', { model: 'flux-dev' })).toMatchObject({
      code: 'unknown_model',
    })
    const quoted = await call('quote', { model: 'flux-dev', input })
    expect(quoted).toMatchObject({ code: 'job_ceiling', credits_charged: 0 })
    const { tools } = await client.listTools()
    const generating = tools.filter(({ name }) => /^(generate|edit)/.test(name))
    expect(generating.map(({ name }) => name)).toEqual(['generate_image', 'generate_video'])
    expect(generating[0]?.inputSchema.properties).toMatchObject({
      model: { enum: ['flux-schnell'] },
    })
  })
})

it('a tool takes a file as a data: URI', async () => {
  const { call } = await newClient()
  const content = (await sampleFile('photo.jpg')).toString('base64')
  const made = await call(generateToolName('image-editing'), {
    ...{ model: 'flux-pro-kontext', prompt: 'make it night' },
    image_url: `data:image/jpeg;base64,${content}`,
  })
  expect(made).toMatchObject({ isError: false, status: 'completed' })
})

it.each([
  ['image', 'photo.png'],
  ['image', 'photo.jpg'],
  ['image', 'photo.webp'],
  ['video', 'video.mp4'],
  ['video', 'video.mov'],
  ['video', 'video.webm'],
  ['speech', 'sound.m4a'],
  ['speech', 'sound.mp3'],
  ['speech', 'sound.wav'],
  ['speech', 'sound.flac'],
  ['speech', 'sound.ogg'],
] as const)(
  'the address of a result of kind %s, %s, is that of its marked file',
  async (kind, name) => {
    const { account, key, call, request } = await newClient()
    const model = builtInModels.find(
      (each) => each.kind === kind && !Object.values(each.fields).some(takesFile),
    )
    if (!model) throw new Error('No model')
    const id = await recordSample(context, {
      ...{ accountId: account.id, model, input: { [model.promptField ?? 'prompt']: 'a fox' } },
      ...{ files: {}, daysAgo: 0, results: [await fileOf(name)], answer: null },
    })
    await markStored(context)
    const { images } = (await request('GET', `/api/generations/${id}`)).body as GenerationView
    const { pathname } = new URL(images[0]?.url ?? '')
    const address = new URL(pathname, url).href
    expect(await call('get_generation', { id })).toMatchObject({ files: [{ url: address }] })
    const answer = await fetch(address, {
      headers: { authorization: `Bearer ${key}` },
    })
    const content = Buffer.from(await answer.arrayBuffer())
    expect(content.includes('trainedAlgorithmicMedia')).toBe(true)
  },
)

async function fileOf(name: string): Promise<Buffer> {
  if (name !== 'photo.webp') return sampleFile(name)
  const photo = sharp(await sampleFile('photo.jpg'))
  return photo.webp().toBuffer()
}

function takesFile({ control }: { control: { kind: string } }) {
  return control.kind.startsWith('file')
}
