import { GoogleGenAI } from '@google/genai'
import { describe, expect, it } from 'vitest'
import { serveApp } from '#testing/fal-client.ts'
import { limitModels } from '#testing/limit-models.ts'
import { testClient, testServer } from '#testing/server.ts'
import { testSettings } from '#testing/settings.ts'

// Google's own client, unmodified.
const gemini_aliases = { 'gemini-2.5-flash-image': 'nano-banana-edit', nothing: 'no-such-model' }
const settings = testSettings({ gemini_aliases })
const { limited, contributions } = limitModels(['flux-schnell'])
const server = await testServer({ media: 'plain', delayMs: 50 }, { settings, contributions })
const url = await serveApp(server)

async function visitor(apiVersion = 'v1beta') {
  const client = await testClient(server, { credits: 100 })
  const httpOptions = { baseUrl: `${url}/gemini`, apiVersion }
  const { models } = new GoogleGenAI({ apiKey: client.key, httpOptions })
  return { ...client, models }
}

describe.each(['v1', 'v1beta'])('models of %s', (version) => {
  it('are listed with the operator’s aliases, whatever the size of a page', async () => {
    const { models } = await visitor(version)
    const collect = async (pageSize?: number) => {
      const found: { name?: string | undefined }[] = []
      const pager = await models.list({ config: pageSize ? { pageSize } : {} })
      for await (const model of pager) found.push(model)
      return found
    }
    const all = await collect()
    expect(all).toContainEqual(
      expect.objectContaining({
        name: 'models/flux-schnell',
        displayName: 'FLUX.1 schnell',
        supportedActions: ['generateContent'],
      }),
    )
    const names = all.map(({ name }) => name)
    expect(names).toContain('models/gemini-2.5-flash-image')
    expect(names).not.toContain('models/nothing')
    // Not what this API cannot make.
    expect(names).not.toContain('models/eleven-v3')
    expect(new Set(names).size).toBe(names.length)
    expect(await collect(3)).toEqual(all)
  })

  it('are found by id and by alias, and make what they say', async () => {
    const { models } = await visitor(version)
    for (const model of ['flux-schnell', 'models/flux-schnell', 'gemini-2.5-flash-image']) {
      const found = await models.get({ model })
      expect(found.name).toBe(`models/${model.replace('models/', '')}`)
    }
    const made = await models.generateContent({ model: 'models/flux-schnell', contents: 'a fox' })
    expect(made.data).toBeDefined()
    await expect(models.get({ model: 'no-such-model' })).rejects.toMatchObject({ status: 404 })
    await expect(models.get({ model: 'nothing' })).rejects.toMatchObject({ status: 404 })
  })
})

it('lists to an account what its groups allow', async () => {
  const { account, models } = await visitor()
  limited.add(account.id)
  expect((await models.list()).page.map(({ name }) => name)).toEqual(['models/flux-schnell'])
  await expect(models.get({ model: 'flux-dev' })).rejects.toMatchObject({ status: 404 })
})

it.each([
  ['pageSize', '0'],
  ['pageSize', '1001'],
  ['pageSize', 'many'],
  ['pageToken', 'nonsense'],
  ['pageToken', Buffer.from('-1').toString('base64url')],
  ['pageToken', 'x'.repeat(1_000)],
])('refuses %s=%.20s, naming it', async (name, value) => {
  const { request } = await visitor()
  const { status, body } = await request('GET', `/gemini/v1beta/models?${name}=${value}`)
  expect(status).toBe(400)
  expect(body.error.status).toBe('INVALID_ARGUMENT')
  expect(JSON.stringify(body.error.details)).toContain(`"field":"${name}"`)
})

it('has no other version, and needs a key', async () => {
  const { request } = await visitor()
  expect((await request('GET', '/gemini/v2/models')).status).toBe(404)
  expect((await request('GET', '/gemini/v2/models/flux-dev')).status).toBe(404)
  expect((await fetch(`${url}/gemini/v1/models`)).status).toBe(401)
})
