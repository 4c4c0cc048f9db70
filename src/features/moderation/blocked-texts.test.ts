import { describe, expect, it } from 'vitest'
import { createEndpoints } from '#core/generations/routes/create-endpoints.ts'
import { builtInModels } from '#core/models/rules/catalogue.ts'
import { isAsked } from '#core/models/rules/parse-input.ts'
import { creatingClient } from '#testing/api/creating-client.ts'
import { testProviders } from '#testing/context.ts'
import { modelInput } from '#testing/model-input.ts'
import { testServer } from '#testing/server.ts'
import { testSettings } from '#testing/settings.ts'

const lines: string[] = []
const info = (fields: object, message: string) => void lines.push(JSON.stringify([fields, message]))
const { app, context, ...server } = await testServer(
  {},
  {
    providers: testProviders('http://127.0.0.1:65531'),
    settings: testSettings({
      blocked_terms: {
        en: { terms: ['gorgon'], exceptions: ['gorgon zola'] },
        zh: { terms: ['蛇发女妖'], exceptions: [] },
      },
    }),
    log: { info, warn: () => undefined, error: () => undefined },
  },
)
const maker = () => creatingClient({ app, context, ...server }, { credits: 5000 })
const blocked = (field: string) => [{ field, problem: 'blocked', message: expect.any(String) }]

const texts = builtInModels.flatMap((model) =>
  Object.entries(model.fields)
    .filter(([, field]) => field.control.kind === 'text' && isAsked(field, {}, model))
    .map(([name]) => [model.generationType, model.id, name, model] as const),
)

it('every kind has a text that is checked, but for what is said in a file', () => {
  const checked = new Set<string>(texts.map(([, , , { kind }]) => kind))
  const others = createEndpoints.filter(({ kind }) => !checked.has(kind))
  expect(others.map(({ kind }) => kind)).toEqual(['transcription', '3d'])
})

describe.each(texts)('%s %s: %s with a blocked term', (generationType, id, name, model) => {
  const endpoint = createEndpoints.find(({ kind }) => kind === model.kind)
  if (!endpoint) throw new Error(`${model.kind} has no endpoint`)

  it('is refused by its field, and nothing is charged', async () => {
    const client = await maker()
    const body = {
      ...modelInput(model, client.fileFor),
      [endpoint.modelFields[0] ?? '']: id,
      ...(endpoint.typeField && { [endpoint.typeField]: generationType }),
      [name]: 'A Gòrgon\u200b, a fox',
    }
    const answer = await client.request('POST', endpoint.path, body)
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: blocked(name) },
    })
    expect(JSON.stringify(answer.body).toLowerCase()).not.toContain('gorgon')
    expect(await client.balance()).toBe(5000)
    const allowed = { ...body, [name]: 'Gorgon Zola, two foxes and a river' }
    expect(await client.request('POST', endpoint.path, allowed)).toMatchObject({ status: 200 })
  })
})

it('a quote refuses it too; the log and the figures name the field and not the text', async () => {
  const client = await maker()
  const body = { model: 'flux-dev', input: { prompt: 'ＧＯＲＧＯＮ' } }
  expect((await client.request('POST', '/api/generations/quote', body)).body).toMatchObject({
    fields: blocked('prompt'),
  })
  const { text } = await server.options.metrics.read()
  expect(text).toMatch(/atelier_blocked_texts_total\{kind="image"\} \d+/)
  const refused = lines.filter((line) => line.includes('blocked term'))
  expect(refused[0]).toContain('"fields":["')
  expect(refused.join('').toLowerCase()).not.toContain('gorgon')
})
