import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { saveModel } from '#core/models/change-model.ts'
import type { Providers } from '#providers/provider.ts'
import { createReplicate } from '#providers/replicate/replicate.ts'
import { testProviders } from '#testing/context.ts'
import { endpointDocument } from '#testing/endpoint-document.ts'
import { testPerson } from '#testing/person.ts'
import {
  type ServerAnswer,
  type ServerCall,
  testHttpServer,
} from '#testing/providers/test-server.ts'
import { fluxSchnell, imageToVideo } from '#testing/replicate-models.ts'
import { testServer } from '#testing/server.ts'
import { testSettings } from '#testing/settings.ts'
import type { LibraryView } from './contract.ts'
import { refreshLists } from './refresh-lists.ts'

type Row = { endpoint_id: unknown; category?: string; unit_price?: unknown; unit?: string }

/** What fal answers: its rows, or something else at once. */
const fal: { rows: Row[]; answer: ((call: ServerCall) => ServerAnswer | undefined) | null } = {
  ...{ rows: [], answer: null },
}
let asked = 0

const { url } = await testHttpServer((call): ServerAnswer => {
  asked++
  const own = fal.answer?.(call)
  if (own) return own
  const ids = call.query.getAll('endpoint_id')
  if (call.path === '/v1/models/pricing') return { json: { prices: pricesOf(ids) } }
  if (call.path === '/openapi.json') return documentOf(ids[0] ?? '')
  if (call.headers.authorization?.startsWith('Bearer')) return replicateAnswer(call)
  const models = fal.rows.map(({ endpoint_id, category = 'text-to-image' }) => ({
    ...{ endpoint_id, metadata: { display_name: `Model ${endpoint_id}`, category } },
  }))
  return { json: { models, next_cursor: null, has_more: false } }
})

const pricesOf = (ids: string[]) =>
  fal.rows.flatMap(({ endpoint_id, unit_price, unit = 'images' }) =>
    ids.includes(String(endpoint_id)) && unit_price !== undefined
      ? [{ endpoint_id, unit_price, unit, currency: 'USD' }]
      : [],
  )

function documentOf(endpoint: string): ServerAnswer {
  const known = fal.rows.some(({ endpoint_id }) => endpoint_id === endpoint)
  if (!known) return { status: 404, json: {} }
  return { json: endpointDocument({ endpoint, properties: { prompt: { type: 'string' } } }) }
}

function replicateAnswer({ path }: ServerCall): ServerAnswer {
  const models = [fluxSchnell, imageToVideo]
  if (path === '/v1/models') return { json: { results: models, next: null } }
  const found = models.find(({ owner, name }) => path === `/v1/models/${owner}/${name}`)
  return found ? { json: found } : { status: 404, json: {} }
}

const reach = { webhookBase: null, signsInputs: false }
const replicate = createReplicate({ id: 'replicate', token: 'token', url })
const providers: Providers = new Map([
  ...testProviders(url, { platformUrl: url, openApiUrl: `${url}/openapi.json` }),
  ...testProviders(url, {}, 'fal-2'),
  ['replicate', { provider: replicate, ...reach }],
])
const admins = new Set<string>()
const settings = testSettings({ credit_value: 0.01 })
const server = await testServer({}, { admins, providers, settings })
const { context } = server
const operator = await testPerson(server)
admins.add(operator.account.email)

const path = '/api/admin/model-library'
const library = async (query: Record<string, string> = {}) => {
  const { body } = await operator.request('GET', `${path}?${new URLSearchParams(query)}`)
  return body as LibraryView
}
const propose = (provider: string, endpoint: string, more: object = {}) =>
  operator.request('POST', `${path}/propose`, { provider, endpoint, ...more })
const namesOf = ({ data }: LibraryView) => data.map(({ endpoint }) => endpoint)
const listOf = ({ lists }: LibraryView, id: string) => lists.find((one) => one.provider === id)
const makeDue = () => operator.request('POST', `${path}/refresh`, {})

beforeEach(async () => {
  fal.answer = null
  fal.rows = [
    { endpoint_id: 'fal-ai/flux/own', unit_price: 0.025 },
    { endpoint_id: 'fal-ai/veo', category: 'text-to-video', unit_price: 0.4, unit: 'seconds' },
    { endpoint_id: 'fal-ai/free' },
  ]
  await sql`delete from endpoint_list`.execute(context.database)
  await sql`delete from listed_endpoint`.execute(context.database)
})

it('lists nothing before it has asked, then the endpoints of each provider with their prices', async () => {
  expect(await library()).toMatchObject({
    ...{ data: [], total: 0, after: null, categories: [] },
    lists: [
      { provider: 'fal', fetched_at: null, is_due: true },
      { provider: 'replicate', fetched_at: null },
    ],
  })
  await refreshLists(context)
  const view = await library()
  expect(view).toMatchObject({
    ...{ total: 5, categories: ['text-to-image', 'text-to-video'] },
    lists: [
      { provider: 'fal', endpoints: 3, refused: 0, has_more: false, problem: null, is_due: false },
      { provider: 'replicate', endpoints: 2 },
    ],
  })
  expect(view.data[0]).toEqual({
    ...{ provider: 'fal', endpoint: 'fal-ai/flux/own', name: 'Model fal-ai/flux/own' },
    ...{ category: 'text-to-image', is_added: false },
    price: { amount: 0.025, unit: 'images', currency: 'usd' },
  })
  expect(namesOf(view).slice(3)).toEqual([
    ...['black-forest-labs/flux-schnell', 'somebody/wan-i2v'],
  ])
})

it('is searched by words, provider and category', async () => {
  await refreshLists(context)
  expect(namesOf(await library({ find: 'FLUX own' }))).toEqual(['fal-ai/flux/own'])
  expect(namesOf(await library({ find: 'text-to-video' }))).toEqual(['fal-ai/veo'])
  expect(namesOf(await library({ find: '%' }))).toEqual([])
  expect(await library({ provider: 'replicate' })).toMatchObject({ total: 2 })
  expect(await library({ provider: 'fal-2' })).toMatchObject({ total: 0 })
  expect(namesOf(await library({ category: 'text-to-video' }))).toEqual(['fal-ai/veo'])
})

it('leads from page to page, each endpoint once', async () => {
  fal.rows = Array.from({ length: 120 }, (_, place) => ({ endpoint_id: `fal-ai/model-${place}` }))
  await refreshLists(context)
  const seen: string[] = []
  let after: string | null = ''
  while (after !== null) {
    const page: LibraryView = await library({ provider: 'fal', ...(after && { after }) })
    expect(page.total).toBe(120)
    seen.push(...namesOf(page))
    after = page.after
  }
  expect(new Set(seen).size).toBe(120)
  expect(seen).toHaveLength(120)
})

it('asks again once a day, or when the operator wants it', async () => {
  await refreshLists(context)
  asked = 0
  await refreshLists(context)
  expect(asked).toBe(0)
  expect((await makeDue()).body).toEqual({ providers: ['fal', 'replicate'] })
  expect(listOf(await library(), 'fal')).toMatchObject({ is_due: true })
  await refreshLists(context)
  expect(asked).toBe(3)
  await sql`update endpoint_list set next_at = next_at - interval '24 hours'`.execute(
    context.database,
  )
  await refreshLists(context)
  expect(asked).toBe(6)
  const unknown = { provider: 'fal-2' }
  expect((await operator.request('POST', `${path}/refresh`, unknown)).status).toBe(404)
})

it.each<[string, (call: ServerCall) => ServerAnswer | undefined]>([
  ['is away', () => 'drop'],
  ['refuses us', () => ({ status: 403, json: { detail: 'User is locked' } })],
  ['redirects', () => ({ status: 302, json: {}, headers: { location: 'http://10.0.0.1/' } })],
  ['answers no list', () => ({ json: { models: {} } })],
  ['answers an empty list', () => ({ json: { models: [] } })],
  [
    'breaks off after a page',
    ({ query }) =>
      query.has('cursor')
        ? 'drop'
        : { json: { models: [{ endpoint_id: 'fal-ai/new' }], next_cursor: '2', has_more: true } },
  ],
  [
    'answers too much',
    () => ({ bytes: Buffer.alloc(33 * 1024 ** 2, 32), type: 'application/json' }),
  ],
])('keeps the saved list with its date where the provider %s', async (_what, answer) => {
  await refreshLists(context)
  const before = await library({ provider: 'fal' })
  fal.answer = (call) => (call.path.startsWith('/v1/') ? answer(call) : undefined)
  await makeDue()
  await refreshLists(context)
  const view = await library({ provider: 'fal' })
  expect(view.data).toEqual(before.data)
  expect(listOf(view, 'fal')).toMatchObject({
    fetched_at: listOf(before, 'fal')?.fetched_at,
    problem: expect.stringMatching(/\w/),
    failed_at: expect.any(String),
    is_due: false,
  })
  fal.answer = null
  await makeDue()
  await refreshLists(context)
  expect(listOf(await library(), 'fal')).toMatchObject({ problem: null, failed_at: null })
})

it('leaves out impossible rows, counts them, and forgets what the provider no longer has', async () => {
  await refreshLists(context)
  fal.rows = [
    ...[{ endpoint_id: 'fal-ai/new' }, { endpoint_id: 'fal-ai/new' }, { endpoint_id: null }],
    { endpoint_id: 'fal-ai/odd', unit_price: -1 },
  ]
  await makeDue()
  await refreshLists(context)
  const view = await library({ provider: 'fal' })
  expect(namesOf(view)).toEqual(['fal-ai/new'])
  expect(listOf(view, 'fal')).toMatchObject({ endpoints: 1, refused: 3 })
})

it('proposes a definition at a price that covers the provider’s, which the page of models saves', async () => {
  await refreshLists(context)
  const { body } = await propose('fal', 'fal-ai/flux/own')
  expect(body).toMatchObject({
    ...{ problems: [], unmapped: [] },
    definition: { provider: 'fal', price: { unit: 'image', base: 3 }, untested: true },
  })
  expect((await propose('fal', 'fal-ai/flux/own', { price: 7 })).body).toMatchObject({
    definition: { price: { base: 7 } },
  })
  expect((await propose('fal', 'fal-ai/free')).body).toMatchObject({
    problems: [{ path: 'price', message: 'price missing' }],
  })
  const saved = await operator.request('POST', '/api/admin/models', {
    ...{ definition: body.definition, reason: 'a test', expected_version: null },
  })
  expect(saved.status).toBe(200)
  const added = await library({ provider: 'fal', added: 'yes' })
  expect(namesOf(added)).toContain('fal-ai/flux/own')
  expect(namesOf(await library({ provider: 'fal', added: 'no' }))).toEqual([
    ...['fal-ai/free', 'fal-ai/veo'],
  ])
})

it('proposes a model of Replicate by its version, and knows it as added then', async () => {
  await refreshLists(context)
  const { body } = await propose('replicate', 'somebody/wan-i2v', { price: 80 })
  const { definition, problems } = body as { definition: object; problems: object[] }
  expect({ definition, problems }).toMatchObject({
    problems: [],
    definition: {
      ...{ provider: 'replicate', generation_type: 'image-to-video' },
      endpoints: [{ id: `somebody/wan-i2v:${'a'.repeat(64)}` }],
    },
  })
  await saveModel(context, { actor: 'ada@example.com', reason: 'a test' }, definition)
  const { data } = await library({ provider: 'replicate', added: 'yes' })
  expect(data).toMatchObject([{ endpoint: 'somebody/wan-i2v', is_added: true, price: null }])
})

it('says why no definition can be made, and proposes only what is listed', async () => {
  await refreshLists(context)
  fal.rows = []
  expect((await propose('fal', 'fal-ai/veo')).body).toMatchObject({
    ...{ definition: null, problems: [{ path: 'endpoint' }] },
  })
  for (const [provider, endpoint] of [
    ['fal', 'fal-ai/other'],
    ['fal-2', 'fal-ai/veo'],
    ['nowhere', 'fal-ai/veo'],
  ])
    expect((await propose(provider ?? '', endpoint ?? '')).status).toBe(404)
})
