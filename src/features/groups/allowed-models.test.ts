import { describe, expect, it, onTestFinished } from 'vitest'
import { loadModels } from '#core/models/load-models.ts'
import type { ModelsView } from '#core/models/models-contract.ts'
import { builtIns } from '#core/models/rules/catalogue.ts'
import { syncBuiltIns } from '#core/models/sync-models.ts'
import { readMoney } from '#testing/context.ts'
import { testClient, testServer } from '#testing/server.ts'
import { changeGroupsOf, removeGroup, saveGroup } from './change-groups.ts'

const server = await testServer()
const { context } = server
const act = { actor: 'ada@example.com', reason: 'a test' }
const name = 'Students'
const limits = {
  ...{ daily_cap: null, job_ceiling: null, storage_quota: null, creates_per_minute: null },
  retention_days: null,
  allowance: null,
}
const allowed = ['flux-schnell', 'wan-v2-2-5b']
await syncBuiltIns(context.database)
await loadModels(context)
await saveGroup(context, act, { name, models: allowed, ...limits })

async function member() {
  const client = await testClient(server, { credits: 1000 })
  await changeGroupsOf(context, act, { name: client.account.id, groups: [name] })
  return client
}

const refused = { code: 'model_not_allowed', error: expect.stringContaining('flux-dev') }
const input = { prompt: 'a fox', image_size: 'square' }

describe('an account whose groups allow two models', () => {
  it('has them in its account, and no others offered by GET /api/models', async () => {
    const { request } = await member()
    expect(await request('GET', '/api/account')).toMatchObject({ body: { models: allowed } })
    const { models } = (await request('GET', '/api/models')).body as ModelsView
    const offered = models.filter(({ is_offered }) => is_offered).map(({ id }) => id)
    expect([...new Set(offered)].toSorted()).toEqual(allowed)
    expect(models).toHaveLength(builtIns.length)
    const everyone = await server.app.request('http://localhost:3000/api/models')
    const all = ((await everyone.json()) as ModelsView).models
    expect(all.every(({ is_offered }) => is_offered)).toBe(true)
  })

  it('gets quotes for these alone, and 403 with the name of another', async () => {
    const { request } = await member()
    const quote = (body: object) => request('POST', '/api/generations/quote', body)
    expect(await quote({ model: 'flux-dev', input })).toMatchObject({ status: 403, body: refused })
    expect(await quote({ model: 'flux-schnell', input })).toMatchObject({ body: { credits: 8 } })
    const byType = { generation_type: 'text-to-image', input }
    expect(await quote(byType)).toMatchObject({ status: 200, body: { credits: 8 } })
    const none = { generation_type: 'image-editing', input: { prompt: 'a fox' } }
    expect(await quote(none)).toMatchObject({ status: 403, body: { code: 'model_not_allowed' } })
  })

  it('starts the first of them where it names none', async () => {
    const { request, account } = await member()
    const path = '/api/image-generation/create'
    expect(await request('POST', path, { model: 'flux-dev', ...input })).toMatchObject({
      ...{ status: 403, body: refused },
    })
    const made = await request('POST', path, input)
    expect(made).toMatchObject({ status: 200, body: { generation: { model: 'flux-schnell' } } })
    expect(await readMoney(context, account.id)).toMatchObject({ balance: 992 })
    const edit = await request('POST', '/api/image-editing/create', { prompt: 'a fox' })
    expect(edit.status).toBeGreaterThanOrEqual(400)
    expect(await readMoney(context, account.id)).toMatchObject({ balance: 992 })
  })

  it('is notified when its group changes or is deleted', async () => {
    const { account, request } = await member()
    const notified: string[] = []
    onTestFinished(server.options.hub.subscribe(account.id, () => void notified.push(account.id)))
    await saveGroup(context, act, { name, models: ['flux-dev'], ...limits }, name)
    expect(notified).toContain(account.id)
    expect(await request('GET', '/api/account')).toMatchObject({ body: { models: ['flux-dev'] } })
    notified.length = 0
    await removeGroup(context, act, name)
    expect(notified).toContain(account.id)
    expect(await request('GET', '/api/account')).toMatchObject({ body: { models: null } })
  })
})
