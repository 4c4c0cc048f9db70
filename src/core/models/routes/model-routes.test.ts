import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { testServer } from '#testing/server.ts'
import { saveModel } from '../change-model.ts'
import { loadModels } from '../load-models.ts'
import type { ModelsView } from '../models-contract.ts'
import { builtIns } from '../rules/catalogue.ts'
import { syncBuiltIns } from '../sync-models.ts'

const { app, context } = await testServer()
const [first] = builtIns
const act = { actor: 'ada@example.com', reason: 'a test' }
await syncBuiltIns(context.database)
await saveModel(context, act, { ...first?.definition, id: 'own', name: 'Own' })
await loadModels(context)

it('are those of one kind, where one is named', async () => {
  const kindsAt = async (path: string) => {
    const { models } = (await (await app.request(path)).json()) as ModelsView
    return [...new Set(models.map(({ kind }) => kind))]
  }
  expect(await kindsAt('/api/models?kind=image')).toEqual(['image'])
  expect((await kindsAt('/api/models')).length).toBeGreaterThan(5)
  const unknown = await app.request('/api/models?kind=sculpture')
  expect([unknown.status, await unknown.json()]).toMatchObject([400, { code: 'invalid_query' }])
})

it('have the definitions that are not of the release, compressed', async () => {
  const answer = await app.request('/api/models?kind=image', {
    headers: { 'accept-encoding': 'gzip' },
  })
  const text = gunzipSync(await answer.arrayBuffer()).toString()
  const { models }: ModelsView = JSON.parse(text)
  const own = models.filter(({ definition }) => definition)
  expect(own.map(({ id }) => id)).toEqual(['own'])
})
