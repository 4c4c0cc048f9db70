import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { v7 as uuid } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { insertSession } from '#core/accounts/queries/sessions.ts'
import { hashToken, newToken } from '#core/accounts/sign-in/tokens.ts'
import { listOperatorActions } from '#core/operators/operator-log-queries.ts'
import { testAccount, testProviders } from '#testing/context.ts'
import { testServer } from '#testing/server.ts'
import type { AdminModelLine } from '../admin-models-contract.ts'
import { loadModels } from '../load-models.ts'
import { publishedModels } from '../published-models.ts'
import { readRevision } from '../queries.ts'
import { builtIns } from '../rules/catalogue.ts'
import { recordSchemaCheck } from '../schema-check-queries.ts'
import { syncBuiltIns, syncModels } from '../sync-models.ts'

const admins = new Set<string>()
const asked: string[] = []
const documentOf = (endpoint: string) =>
  readFile(`packages/fal-emulator/documents/${endpoint.replaceAll('/', '__')}.json`, 'utf8')
const documents = createServer((request, response) => {
  const endpoint = new URL(request.url ?? '', 'http://x').searchParams.get('endpoint_id') ?? ''
  asked.push(endpoint)
  documentOf(endpoint).then(
    (document) => response.end(document),
    () => response.writeHead(404).end('{}'),
  )
})
await new Promise<void>((resolve) => documents.listen(0, '127.0.0.1', resolve))
afterAll(() => void documents.close())
const openApiUrl = `http://127.0.0.1:${(documents.address() as AddressInfo).port}/openapi.json`
const providers = testProviders('http://127.0.0.1:65531', { openApiUrl })

const { app, context } = await testServer({}, { admins, providers })
const { database } = context
await syncBuiltIns(database)

const operator = await testAccount(context)
admins.add(operator.email)
const token = newToken(operator.id)
await insertSession(database, {
  ...{ id: uuid(), accountId: operator.id, tokenHash: hashToken(token), userAgent: 'Test' },
})

/** As much of each answer as the tests read. */
type Answer = {
  data: AdminModelLine[]
  versions: object[]
  definition: Record<string, unknown>
  problems: object[]
}

const models = '/api/admin/models'
const reason = 'a test'

async function send(method: string, path: string, body?: unknown) {
  const response = await app.request(`http://localhost:3000${path}`, {
    method,
    headers: { cookie: `atelier_session=${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Answer }
}
const post = (path: string, body: unknown) => send('POST', `${models}${path}`, body)

const schnell = builtIns.find(({ model }) => model.id === 'flux-schnell')?.definition
const definition = (id: string, credits: number, more: object = {}) => ({
  ...{ ...schnell, id, name: `Own ${id}` },
  price: { unit: 'image', base: credits, quantity: 'num_images' },
  ...more,
})
const save = (given: object, expected_version: number | null, more: object = {}) =>
  post('', { definition: given, expected_version, reason, ...more })
const list = async (): Promise<AdminModelLine[]> => (await send('GET', models)).body.data
const find = async (id: string) => (await list()).find((model) => model.id === id)
const lastAct = async () => (await listOperatorActions(database, { limit: 1 }))[0]

it('lists built-in and ready models with kind, price, version and author', async () => {
  const lines = await list()
  expect(lines.slice(0, builtIns.length).map(({ id }) => id)).toEqual(
    builtIns.map(({ model }) => model.id),
  )
  expect(lines.find(({ id }) => id === 'flux-dev')).toMatchObject({
    ...{ kind: 'image', generation_type: 'text-to-image', provider: 'fal', source: 'built-in' },
    ...{ version: 1, is_enabled: true, author: 'atelier', reason: 'release' },
    price: { unit: 'image', tiers: [{ tier: 'any', credits: 30, base: null }] },
  })
  expect(lines.find(({ id }) => id === 'veo3.1')).toMatchObject({
    ...{ source: 'ready', version: null, is_enabled: false, is_untested: true },
  })
})

it('saves a new model disabled, then versions of it, and shows each', async () => {
  const first = await save(definition('page-1', 17), null, { enabled: false })
  expect(first).toMatchObject({
    status: 200,
    body: { source: 'operator', version: 1, is_enabled: false, author: operator.email, reason },
  })
  expect(await lastAct()).toMatchObject({ act: 'model.save', actor: operator.email, reason })
  expect((await save(definition('page-1', 23), 1)).body).toMatchObject({
    version: 2,
    is_enabled: false,
  })

  const path = `${models}/text-to-image/page-1`
  const { body: whole } = await send('GET', path)
  expect(whole).toMatchObject({ shown_version: 2, versions: [{ version: 2 }, { version: 1 }] })
  expect(JSON.stringify(whole.definition)).toBe(JSON.stringify(definition('page-1', 23)))
  expect((await send('GET', `${path}?version=1`)).body).toMatchObject({
    ...{ version: 2, shown_version: 1, definition: { price: { base: 17 } } },
  })
  for (const missing of [`${path}?version=9`, `${models}/text-to-image/none`])
    expect(await send('GET', missing)).toMatchObject({ status: 404 })
})

it('refuses a change of a version that is no longer the current one', async () => {
  await save(definition('page-2', 17), null)
  await save(definition('page-2', 18), 1)
  const revision = await readRevision(database)
  const one = '/text-to-image/page-2'
  const outdated = { reason, expected_version: 1 }
  for (const answer of [
    await save(definition('page-2', 19), 1),
    await save(definition('page-2', 19), null),
    await save(definition('page-2-new', 19), 1),
    await post(`${one}/enable`, outdated),
    await post(`${one}/disable`, outdated),
    await post(`${one}/delete`, outdated),
  ])
    expect(answer).toMatchObject({ status: 409, body: { code: 'model_changed' } })
  expect(await readRevision(database)).toBe(revision)
})

it('enables, disables and deletes, each with its reason; a deleted one can be saved again', async () => {
  await save(definition('page-3', 17), null)
  const one = '/text-to-image/page-3'
  const change = { reason: 'why not', expected_version: 1 }
  expect((await post(`${one}/disable`, change)).body).toMatchObject({ is_enabled: false })
  expect(await lastAct()).toMatchObject({ act: 'model.disable', reason: 'why not' })
  expect((await post(`${one}/enable`, change)).body).toMatchObject({ is_enabled: true })
  expect(await post(`${one}/delete`, { expected_version: 1 })).toMatchObject({
    ...{ status: 400, body: { fields: [{ field: 'reason' }] } },
  })
  expect((await post(`${one}/delete`, change)).body).toMatchObject({
    ...{ source: null, version: null, is_enabled: false, shown_version: 1 },
  })
  expect(await save(definition('page-3', 18), null, { enabled: false })).toMatchObject({
    body: { version: 2, is_enabled: false },
  })
  expect(await post('/text-to-image/none/enable', change)).toMatchObject({ status: 404 })
})

it.each([
  ['markup in a label', { name: '<b>Bold</b>' }, 'name'],
  ['a price that is missing', { price: undefined }, 'price'],
  ['an unknown provider', { provider: 'nowhere' }, 'provider'],
  ['an unknown generation type', { generation_type: 'text-to-smell' }, 'generation_type'],
])(
  'rejects %s with its path, in a check and in a save, and changes nothing',
  async (_, more, at) => {
    const given = definition('page-4', 17, more)
    const revision = await readRevision(database)
    const problems = [{ path: at, message: expect.any(String) }]
    expect(await post('/check', { definition: given })).toMatchObject({
      ...{ status: 200, body: { problems } },
    })
    expect(await save(given, null)).toMatchObject({
      ...{ status: 400, body: { code: 'invalid_definition', problems } },
    })
    expect(await readRevision(database)).toBe(revision)
    expect(await find('page-4')).toBeUndefined()
  },
)

it('does not edit a model of a file', async () => {
  const given = definition('page-5', 17)
  const { id, generation_type: generationType } = given as unknown as Record<string, string>
  const file = { id: `${id}`, generationType: `${generationType}`, definition: given }
  await syncModels(database, {
    ...{ source: 'file', author: 'MODELS_DIR', models: [{ ...file, reason: 'page-5.json' }] },
  })
  expect(await find('page-5')).toMatchObject({ source: 'file', reason: 'page-5.json' })
  for (const answer of [
    await save(given, 1),
    await post('/text-to-image/page-5/delete', { reason, expected_version: 1 }),
  ])
    expect(answer).toMatchObject({ status: 409, body: { code: 'model_from_file' } })
})

it('says what the provider changed since the current version', async () => {
  await save(definition('page-schema', 17), null)
  const change = { path: 'num_inference_steps', change: 'range_narrowed' } as const
  const limits = { ours: { min: 1, max: 12 }, theirs: { min: 1, max: 8 } }
  const changedAt = new Date('2026-11-20T09:08:07Z')
  await recordSchemaCheck(database, {
    ...{ id: 'page-schema', generationType: 'text-to-image', version: 1, baseline: [] },
    ...{ changes: [{ ...change, ...limits, isBreaking: true }], changedAt, attemptedAt: changedAt },
  })
  const path = `${models}/text-to-image/page-schema`
  expect((await send('GET', path)).body).toMatchObject({
    schema: {
      since: changedAt.toISOString(),
      changes: [{ ...change, ...limits, is_breaking: true }],
    },
  })
  await save(definition('page-schema', 18), 1)
  expect((await send('GET', path)).body).toMatchObject({ schema: null })
})

it('says which models need a provider that is not configured', async () => {
  const given = definition('page-comfyui', 17, { provider: 'comfyui' })
  const file = { id: 'page-comfyui', generationType: 'text-to-image', definition: given }
  await syncModels(database, {
    ...{ source: 'file', author: 'MODELS_DIR', models: [{ ...file, reason: 'own.json' }] },
  })
  expect(await find('page-comfyui')).toMatchObject({ is_provider_configured: false })
  expect(await find('flux-schnell')).toMatchObject({ is_provider_configured: true })
  await loadModels(context)
  const { models: known } = publishedModels()
  expect(known.find(({ id }) => id === 'page-comfyui')).toMatchObject({ is_offered: false })
})

it('adds a ready definition, which then is no longer listed as ready', async () => {
  const { body: ready } = await send('GET', `${models}/text-to-video/veo3.1`)
  expect(ready).toMatchObject({ source: 'ready', shown_version: null, versions: [] })
  expect(await save(ready.definition, null, { enabled: false })).toMatchObject({ status: 200 })
  expect((await list()).filter(({ id }) => id === 'veo3.1')).toMatchObject([
    { source: 'operator', version: 1, is_enabled: false, is_untested: true },
  ])
})

it('proposes a definition of an endpoint or a document, and changes nothing', async () => {
  const revision = await readRevision(database)
  const document = JSON.parse(await documentOf('fal-ai/qwen-image'))
  asked.length = 0
  for (const source of [{ endpoint: 'fal-ai/qwen-image' }, { document }]) {
    const { status, body } = await post('/import', { ...source, price: 19, id: 'page-6' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...{ definition: { id: 'page-6', untested: true, price: { base: 19 } }, problems: [] },
      unmapped: expect.arrayContaining([{ path: 'sync_mode', reason: expect.any(String) }]),
    })
    expect((await post('/check', { definition: body.definition })).body).toEqual({ problems: [] })
  }
  expect(asked).toEqual(['fal-ai/qwen-image'])
  const problemsOf = async (body: object) => (await post('/import', body)).body.problems
  expect(await problemsOf({ document })).toEqual([{ path: 'price', message: 'price missing' }])
  expect(await problemsOf({ endpoint: 'fal-ai/flux/dev', price: 4 })).toMatchObject([
    { path: 'id', message: expect.stringContaining('comes with the product') },
  ])
  expect(await problemsOf({ document: { paths: {} }, price: 4 })).toMatchObject([{ path: 'paths' }])
  expect(await problemsOf({ endpoint: 'fal-ai/unknown', price: 4 })).toMatchObject([
    { path: 'endpoint', message: expect.stringContaining('answered 404') },
  ])
  expect(await readRevision(database)).toBe(revision)
})

it('asks for endpoints alone, never for addresses', async () => {
  asked.length = 0
  for (const endpoint of [
    'http://127.0.0.1/x',
    '//10.0.0.1/x',
    '../../x/y',
    'a',
    'fal-ai/x?y=1',
    '',
  ])
    expect(await post('/import', { endpoint, price: 4 })).toMatchObject({
      ...{ status: 400, body: { fields: [{ field: 'endpoint' }] } },
    })
  for (const both of [{}, { endpoint: 'fal-ai/flux-2', document: {} }])
    expect(await post('/import', { ...both, price: 4 })).toMatchObject({ status: 400 })
  expect(asked).toEqual([])
})

it('reads bodies of up to 1 MB', async () => {
  const given = definition('page-7', 17, { wheels: 'x'.repeat(300_000) })
  expect(await post('/check', { definition: given })).toMatchObject({ status: 200 })
  const larger = { definition: { ...given, wheels: 'x'.repeat(1024 * 1024) } }
  expect(await post('/check', larger)).toMatchObject({ status: 413, body: { code: 'too_large' } })
  for (const body of ['{', '[]', '7'])
    expect(await send('POST', models, body)).toMatchObject({ status: 400 })
})
