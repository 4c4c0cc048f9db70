import { beforeEach, expect, it } from 'vitest'
import { readFigures } from '#core/admin/overview-queries.ts'
import { testContext, testProviders } from '#testing/context.ts'
import { endpointDocument } from '#testing/endpoint-document.ts'
import { importOf } from '#testing/import-of.ts'
import { testHttpServer } from '#testing/providers/test-server.ts'
import { deleteModel, enableModel, saveModel } from './change-model.ts'
import { compareSchemasDaily } from './compare-schemas.ts'
import { listChangedSchemas, listSchemaChecks } from './schema-check-queries.ts'

const day = 24 * 3_600_000
const act = { actor: 'ada@example.com', reason: 'new model' }
const key = { id: 'drawn', generationType: 'text-to-image' }
const steps = { type: 'integer', minimum: 1, maximum: 50, default: 28 }
const properties = { prompt: { type: 'string' }, steps, seed: { type: 'integer' } }
const { definition } = importOf({ properties })

/** The document that the provider publishes now; a number: the status of its answer. */
let published: object | number
const asked: string[] = []
const { url } = await testHttpServer(({ query }) => {
  asked.push(query.get('endpoint_id') ?? '')
  return typeof published === 'number'
    ? { status: published, json: {} }
    : { json: endpointDocument({ properties: { ...properties, ...published } }) }
})
const unreachable = 'http://127.0.0.1:9/openapi.json'

let now = Date.now()
const logged: object[] = []
const log = {
  info: (fields: object) => void logged.push(fields),
  warn: (fields: object) => void logged.push(fields),
  error: (fields: object) => void logged.push(fields),
}
const context = await testContext({
  log,
  now: () => now,
  providers: testProviders(url, { openApiUrl: `${url}/openapi.json` }),
})
const { database } = context
await saveModel(context, act, { ...definition, id: key.id })

/** The job of the next day. */
async function nextDay(openApiUrl = `${url}/openapi.json`): Promise<object[]> {
  logged.length = 0
  now += day
  await compareSchemasDaily({ ...context, providers: testProviders(url, { openApiUrl }) })
  return logged
}

beforeEach(async () => {
  published = {}
  await database.deleteFrom('schema_check').execute()
  await nextDay()
})

it('reports what the provider has changed once, until it is undone', async () => {
  expect(await nextDay()).toEqual([])
  expect(await listChangedSchemas(database)).toEqual([])

  published = { style: { type: 'string' }, steps: { ...steps, maximum: 30 } }
  const [line, ...more] = await nextDay()
  expect(more).toEqual([])
  expect(line).toMatchObject({
    model: 'drawn',
    changes: [
      { path: 'steps', change: 'range_narrowed', isBreaking: true },
      { path: 'style', change: 'input_added', isBreaking: false },
    ],
  })
  const [changed] = await listChangedSchemas(database)
  expect(changed).toMatchObject({ model: 'drawn', changes: [{ path: 'steps' }, { path: 'style' }] })
  expect(changed?.changed_at?.getTime()).toBe(now)
  expect((await readFigures(database)).changedSchemas).toBe(1)

  expect(await nextDay()).toEqual([])
  expect((await listChangedSchemas(database))[0]?.changed_at).toEqual(changed?.changed_at)
  published = {}
  expect(await nextDay()).toEqual([])
  expect(await listChangedSchemas(database)).toEqual([])
})

it('takes what a version began with as meant, except what breaks requests', async () => {
  published = { style: { type: 'string' } }
  await saveModel(context, act, { ...definition, id: key.id, name: 'Drawn again' })
  expect(await nextDay()).toEqual([])
  expect(await listChangedSchemas(database)).toEqual([])

  published = { steps: { ...steps, maximum: 30 } }
  await saveModel(context, act, { ...definition, id: key.id, name: 'Drawn a third time' })
  expect(await nextDay()).toMatchObject([{ model: 'drawn', changes: [{ path: 'steps' }] }])

  expect(await listChangedSchemas(database)).toHaveLength(1)
  await saveModel(context, act, { ...definition, id: key.id, name: 'Drawn a fourth time' })
  expect(await listChangedSchemas(database)).toEqual([])
})

it('asks once a day', async () => {
  asked.length = 0
  await compareSchemasDaily(context)
  expect(asked).toEqual([])
  await nextDay()
  expect(asked.filter((endpoint) => endpoint === definition.endpoints[0]?.id)).toHaveLength(1)
})

it('keeps what it knows while the provider cannot be reached or has no document', async () => {
  published = { style: { type: 'string' } }
  await nextDay()
  const before = await listChangedSchemas(database)
  expect(before).toHaveLength(1)
  const [line] = await nextDay(unreachable)
  expect(line).toMatchObject({ problem: expect.stringContaining('cannot be reached') })
  published = 404
  expect(await nextDay()).toEqual([])
  expect(await listChangedSchemas(database)).toEqual(before)
  published = { style: { type: 'string' } }
  expect(await nextDay()).toEqual([])
})

it('compares only models that are offered, of a provider with documents', async () => {
  await database.deleteFrom('schema_check').execute()
  await compareSchemasDaily({ ...context, providers: testProviders(url) })
  expect(await listSchemaChecks(database)).toEqual([])

  await enableModel(context, act, key, { isEnabled: false })
  await nextDay()
  expect(await listSchemaChecks(database)).toEqual([])
  await enableModel(context, act, key, { isEnabled: true })

  published = { style: { type: 'string' } }
  await nextDay()
  published = {}
  await nextDay()
  await deleteModel(context, act, key)
  expect(await listChangedSchemas(database)).toEqual([])
})
