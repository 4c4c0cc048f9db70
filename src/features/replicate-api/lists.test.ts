import Replicate from 'replicate'
import { describe, expect, it } from 'vitest'
import { serveApp } from '#testing/fal-client.ts'
import { finishedWork } from '#testing/finished-generations.ts'
import { limitModels } from '#testing/limit-models.ts'
import { fluxDev } from '#testing/models.ts'
import { testClient, testServer } from '#testing/server.ts'
import { testSettings } from '#testing/settings.ts'

// Replicate's own client, unmodified.
const version = 'f'.repeat(64)
const replicate_aliases = { 'stability-ai/sdxl': 'flux-dev', [version]: 'flux-schnell' }
const settings = testSettings({ replicate_aliases })
const { limited, contributions } = limitModels(['flux-schnell'])
const server = await testServer({ media: 'plain', delayMs: 50 }, { settings, contributions })
const url = await serveApp(server)

async function visitor(money = {}) {
  const client = await testClient(server, { credits: 1_000, ...money })
  const replicate = new Replicate({ auth: client.key, baseUrl: `${url}/replicate/v1` })
  const made = () =>
    finishedWork(server.context, {
      ...{ accountId: client.account.id, model: fluxDev, input: { prompt: 'a fox' } },
    })
  return { ...client, replicate, made }
}

describe('predictions.list', () => {
  it('has the account’s own, newest first, and the client follows its pages', async () => {
    const { replicate, made } = await visitor({ credits: 5_000 })
    const ids: string[] = []
    for (let count = 0; count < 101; count++) ids.push(await made())
    const pages: string[][] = []
    for await (const page of replicate.paginate(replicate.predictions.list))
      pages.push(page.map(({ id }) => id))
    expect(pages.map(({ length }) => length)).toEqual([100, 1])
    expect(pages.flat()).toEqual(ids.toReversed())
    const other = await visitor()
    expect(await other.replicate.predictions.list()).toEqual({
      ...{ next: null, previous: null, results: [] },
    })
  })

  it('has each as predictions.get returns it', async () => {
    const { replicate } = await visitor()
    const input = { prompt: 'a fox' }
    await replicate.run('black-forest-labs/flux-schnell', { input })
    const [listed] = (await replicate.predictions.list()).results
    expect(listed).toMatchObject({ status: 'succeeded', model: 'atelier/flux-schnell' })
    const { output: _, ...read } = await replicate.predictions.get(listed?.id ?? '')
    expect(listed).toMatchObject(read)
  })

  it.each([
    ['cursor', 'nonsense'],
    ['cursor', 'x'.repeat(5_000)],
    ['cursor', Buffer.from('{"image":-1}').toString('base64url')],
    ['created_after', '2026-01-01'],
    ['source', 'web'],
  ])('refuses %s=%.20s, naming it', async (name, value) => {
    const { request } = await visitor()
    const { status, body } = await request('GET', `/replicate/v1/predictions?${name}=${value}`)
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_query' })
    expect(body.invalid_fields).toMatchObject([{ field: name }])
  })
})

describe('models', () => {
  it('are listed with their names, aliases included, and each is found by its name', async () => {
    const { replicate } = await visitor()
    const { results } = await replicate.models.list()
    const names = results.map(({ owner, name }) => `${owner}/${name}`)
    expect(names).toContain('atelier/flux-dev')
    expect(names).toContain('stability-ai/sdxl')
    expect(names.some((name) => name.includes(version))).toBe(false)
    expect(new Set(names).size).toBe(names.length)
    for (const { owner, name, latest_version } of results) {
      const found = await replicate.models.get(owner, name)
      expect(found).toMatchObject({ owner, name, latest_version: { id: latest_version?.id } })
    }
  })

  it('say what their input is, and their version makes a prediction', async () => {
    const { replicate } = await visitor()
    const { latest_version: latest } = await replicate.models.get('anybody', 'flux-schnell')
    expect(latest?.openapi_schema).toMatchObject({
      components: {
        schemas: {
          Input: {
            required: ['prompt'],
            properties: { prompt: { type: 'string' }, seed: {} },
          },
        },
      },
    })
    const output = await replicate.run(`anybody/flux-schnell:${latest?.id}`, {
      input: { prompt: 'a fox' },
    })
    expect(output).toHaveLength(1)
  })

  it('are not found when there is none, or the account may not use it', async () => {
    const { account, replicate } = await visitor()
    const missing = { response: expect.objectContaining({ status: 404 }) }
    await expect(replicate.models.get('x', 'no-such-model')).rejects.toMatchObject(missing)
    limited.add(account.id)
    await expect(replicate.models.get('x', 'flux-dev')).rejects.toMatchObject(missing)
    const { results } = await replicate.models.list()
    expect(results.map(({ name }) => name)).toEqual(['flux-schnell'])
  })
})

it('accounts.current names the account of the key', async () => {
  const { account, replicate } = await visitor()
  expect(await replicate.accounts.current()).toMatchObject({
    type: 'user',
    username: account.email,
    name: account.name ?? account.email,
  })
})
