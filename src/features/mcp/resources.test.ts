import { describe, expect, it } from 'vitest'
import { createKey } from '#core/accounts/api-keys.ts'
import { deleteGenerations } from '#core/history/delete-generations.ts'
import { testAccount } from '#testing/context.ts'
import { sampleFile } from '#testing/files.ts'
import { finishedWork } from '#testing/finished-generations.ts'
import { fluxDev } from '#testing/models.ts'
import { listeningServer, testClient } from '#testing/server.ts'
import { maxResourceBytes } from './routes/resources.ts'
import { connect, fox, newPerson, withTokens } from './test-support.ts'

const server = await listeningServer(() => ({}), {
  isOwnPublicUrl: true,
  faults: { media: 'plain', delayMs: 50 },
})
const { context } = server

async function newClient(money = { credits: 1_000 }) {
  const { account, key } = await testClient(server, money)
  return { account, key, ...(await connect(server, key)) }
}

type Made = { id: string; files: { url: string; content_type: string; bytes: number }[] }

async function makeFox({ call }: Awaited<ReturnType<typeof newClient>>, more = {}) {
  return (await call('generate_image', { ...fox, ...more })) as unknown as Made
}

describe('resources/list', () => {
  it('has the account’s newest results with their types and sizes, page by page', async () => {
    const { account, client } = await newClient({ credits: 2_000 })
    const results = [{ content_type: 'image/png', bytes: 5 }]
    const work = { accountId: account.id, model: fluxDev, input: { prompt: 'a fox' } }
    const made: string[] = []
    for (let count = 0; count < 51; count++)
      made.push(await finishedWork(context, work, { results }))
    // The client follows the cursors.
    const { resources } = await client.listResources()
    expect(resources).toHaveLength(made.length)
    expect(new Set(resources.map(({ uri }) => uri)).size).toBe(made.length)
    expect(resources[0]).toMatchObject({
      ...{ mimeType: 'image/png', size: 5, title: 'FLUX.1 dev', description: 'a fox' },
      annotations: { lastModified: expect.any(String) },
    })
  })

  it.each([
    'nonsense',
    '',
    'e30=',
    'x'.repeat(100_000),
    Buffer.from('{"image":-1}').toString('base64url'),
  ])('refuses the cursor %.20s, as other lists do', async (cursor) => {
    const { client } = await newClient()
    const code = -32_602
    await expect(client.listResources({ cursor })).rejects.toMatchObject({ code })
    await expect(client.listResourceTemplates({ cursor })).rejects.toMatchObject({ code })
    await expect(client.listTools({ cursor })).rejects.toMatchObject({ code })
  })

  it('has nothing of another account, nothing deleted, nothing without a result', async () => {
    const owner = await newClient()
    const { id } = await makeFox(owner)
    await owner.call('generate_image', { ...fox, prompt: 'a fox [fault:nsfw]' })
    expect((await owner.client.listResources()).resources).toHaveLength(1)
    expect((await (await newClient()).client.listResources()).resources).toEqual([])
    await deleteGenerations(context, { accountId: owner.account.id, kind: 'image', ids: [id] })
    const again = await connect(server, owner.key)
    expect((await again.client.listResources()).resources).toEqual([])
  })
})

describe('resources/read', () => {
  it('returns a file as base64 with its type, the bytes of its address', async () => {
    const person = await newClient()
    const { files } = await makeFox(person)
    const [file] = files
    const uri = file?.url ?? ''
    const { contents } = await person.client.readResource({ uri })
    expect(contents).toEqual([{ uri, mimeType: file?.content_type, blob: expect.any(String) }])
    const headers = { authorization: `Bearer ${person.key}` }
    const bytes = Buffer.from(await (await fetch(uri, { headers })).arrayBuffer())
    const [content] = contents
    expect(Buffer.from((content as { blob: string }).blob, 'base64').equals(bytes)).toBe(true)
  })

  it('returns an answer in words as text, and its link is in the result', async () => {
    const person = await newClient()
    const image = `data:image/jpeg;base64,${(await sampleFile('photo.jpg')).toString('base64')}`
    const args = { image, question: 'What is it?' }
    const made = await person.client.callTool({ name: 'understand_image', arguments: args })
    const { id, answer } = made.structuredContent as { id: string; answer: string }
    const uri = `atelier://generations/${id}/answer`
    expect(made.content).toContainEqual(
      expect.objectContaining({ type: 'resource_link', uri, mimeType: 'text/plain' }),
    )
    const { contents } = await person.client.readResource({ uri })
    expect(contents).toEqual([{ uri, mimeType: 'text/plain', text: answer }])
    expect((await person.client.listResources()).resources).toMatchObject([{ uri }])
    const other = await newClient()
    await expect(other.client.readResource({ uri })).rejects.toMatchObject({ code: -32_602 })
  })

  it('reads public results of others, and no private ones', async () => {
    const owner = await newClient()
    const other = await newClient()
    const [open] = (await makeFox(owner, { is_public: true })).files
    const [hidden] = (await makeFox(owner, { is_public: false })).files
    expect((await other.client.readResource({ uri: open?.url ?? '' })).contents).toHaveLength(1)
    await expect(other.client.readResource({ uri: hidden?.url ?? '' })).rejects.toMatchObject({
      code: -32_602,
      data: { uri: hidden?.url },
    })
  })

  it('refuses a file above the limit, naming both sizes', async () => {
    const { account, client } = await newClient()
    const bytes = maxResourceBytes + 1
    await finishedWork(
      context,
      { accountId: account.id, model: fluxDev, input: { prompt: 'a fox' } },
      { results: [{ content_type: 'image/png', bytes }] },
    )
    const [resource] = (await client.listResources()).resources
    const uri = resource?.uri ?? ''
    await expect(client.readResource({ uri })).rejects.toMatchObject({
      code: -32_602,
      data: { uri, bytes, max_bytes: maxResourceBytes },
    })
  })

  it.each([
    'nonsense',
    '',
    'file:///etc/passwd',
    'http://169.254.169.254/latest/meta-data/',
    'https://evil.example/media/a/b/1.jpg',
    'atelier://generations/none/answer',
    'atelier://generations/00000000-0000-4000-8000-000000000000/answer',
    'atelier://other/00000000-0000-4000-8000-000000000000/answer',
    `${server.url}/api/account`,
    `${server.url}/media/../../etc/passwd`,
    `${server.url}/media/00000000-0000-4000-8000-000000000000/00000000-0000-4000-8000-000000000000/1.jpg`,
    `${server.url}/media/${'x'.repeat(5_000)}`,
  ])('does not find %.60s', async (uri) => {
    const { client } = await newClient()
    const error = await client.readResource({ uri }).catch((one: unknown) => one)
    expect(error).toMatchObject({ code: -32_602 })
    expect(JSON.stringify(error).length).toBeLessThan(5_000)
  })

  it('is allowed to a key that may only read, and ends with an application’s token', async () => {
    const account = await testAccount(context, { credits: 100 })
    const wanted = { accountId: account.id, name: 'reader', scopes: ['read'] as const }
    const { key } = await createKey(context, wanted)
    const reader = await connect(server, key)
    expect((await reader.client.listResources()).resources).toEqual([])

    const person = await newPerson(server, { credits: 100 })
    const { client_id, tokens } = await withTokens(server, person)
    const { client, call } = await connect(server, tokens.access_token)
    const { files } = (await call('generate_image', fox)) as unknown as Made
    const uri = files[0]?.url ?? ''
    expect((await client.readResource({ uri })).contents).toHaveLength(1)
    const form = new URLSearchParams({ token: tokens.refresh_token, client_id })
    await fetch(`${server.url}/oauth/revoke`, { method: 'POST', body: form })
    await expect(client.readResource({ uri })).rejects.toThrow()
  })

  it('templates name the addresses that results have', async () => {
    const person = await newClient()
    const { resourceTemplates } = await person.client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      `${server.url}/media/{account}/{file}/{name}`,
      'atelier://generations/{id}/answer',
    ])
    const { files } = await makeFox(person)
    expect(files[0]?.url).toMatch(new RegExp(`^${server.url}/media/[^/]+/[^/]+/[^/]+$`))
  })
})
