import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createKey, revokeKey } from '#core/accounts/api-keys.ts'
import { kinds } from '#core/models/rules/kinds.ts'
import { readMoney, testAccount } from '#testing/context.ts'
import { sampleFile, testFileHost } from '#testing/files.ts'
import { listeningServer, testClient } from '#testing/server.ts'
import { generateToolName } from './routes/tool-schemas.ts'

const host = await testFileHost()
const address = host.url.replace('http://', '')
const server = await listeningServer(() => ({ foreignFiles: { allowAddress: address } }), {
  isOwnPublicUrl: true,
})

type Server = { url: string }

async function connect({ url }: Server, key: string, mode: 'auto' | 'legacy' = 'auto') {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  })
  await client.connect(transport)
  onTestFinished(() => client.close())
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the tool says.
  const call = async (name: string, args: Record<string, unknown> = {}): Promise<any> => {
    const {
      structuredContent,
      isError = false,
      content,
    } = await client.callTool({
      name,
      arguments: args,
    })
    return { ...(structuredContent as object), isError, content }
  }
  return { client, call }
}

const fox = { model: 'flux-schnell', prompt: 'a fox', image_size: 'square' }
/** Its job never ends. */
const stuck = { ...fox, prompt: 'a fox [fault:stuck]' }

describe.each(['auto', 'legacy'] as const)('the SDK’s client, protocol %s', (mode) => {
  it('lists tools of every kind, and models with their prices', async () => {
    const { key } = await testClient(server)
    const { client, call } = await connect(server, key, mode)
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toEqual([
      ...['list_models', 'quote', 'get_generation', 'cancel_generation', 'search_history'],
      'upload_from_url',
      ...kinds.map(generateToolName),
    ])
    const { models } = await call('list_models', { model: 'flux-schnell' })
    expect(models[0]).toMatchObject({ model: 'flux-schnell', tool: 'generate_image' })
    expect(models[0].input.required).toEqual(['prompt'])
  })

  it('generates an image, with its thumbnail, its link, its price and progress', async () => {
    const { key, account } = await testClient(server, { credits: 100 })
    const { client, call } = await connect(server, key, mode)
    const quoted = await call('quote', { model: 'flux-schnell', input: fox })
    expect(quoted).toMatchObject({ credits: 8, credits_charged: 0 })

    const seen: number[] = []
    const made = await client.callTool(
      { name: 'generate_image', arguments: fox },
      { onprogress: ({ progress }) => void seen.push(progress) },
    )
    expect(made.structuredContent).toMatchObject({
      status: 'completed',
      credits_charged: 8,
      credits_refunded: 0,
      credits_left: 92,
    })
    expect(made.content.map(({ type }) => type)).toEqual(['text', 'image', 'resource_link'])
    expect(seen.length).toBeGreaterThan(0)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    const link = made.content.find((one) => one.type === 'resource_link')
    const file = await fetch(link?.uri ?? '', { headers: { authorization: `Bearer ${key}` } })
    expect(file.headers.get('content-type')).toBe('image/jpeg')

    const { id } = made.structuredContent as { id: string }
    expect(await call('get_generation', { id })).toMatchObject({ id, credits_charged: 8 })
    const history = await call('search_history', { kind: 'image', search: 'fox' })
    expect(history).toMatchObject({ total: 1, generations: [{ id, credits_charged: 8 }] })
    expect(await readMoney(server.context, account.id)).toMatchObject({ balance: 92 })
  })

  it('uses a file that was uploaded from an address', async () => {
    const { key } = await testClient(server, { credits: 500 })
    const { call } = await connect(server, key, mode)
    const url = host.serve('photo.jpg', await sampleFile('photo.jpg'))
    const uploaded = await call('upload_from_url', { url, accept: 'image' })
    expect(uploaded).toMatchObject({ content_type: 'image/jpeg', credits_charged: 0 })
    const answer = await call('understand_image', { image: uploaded.url, question: 'What?' })
    expect(answer).toMatchObject({ status: 'completed', kind: 'image-understanding' })
    expect(answer.answer).not.toBe('')
  })
})

describe('a tool', () => {
  it('charges nothing above max_credits, and nothing for invalid arguments', async () => {
    const { key, account } = await testClient(server, { credits: 100 })
    const { call } = await connect(server, key)
    expect(await call('generate_image', { ...fox, max_credits: 7 })).toMatchObject({
      isError: true,
      code: 'above_max_credits',
      required: 8,
      max: 7,
      credits_charged: 0,
    })
    expect(await call('generate_image', { ...fox, num_images: 99 })).toMatchObject({
      isError: true,
      code: 'invalid_input',
      fields: [{ field: 'num_images' }],
    })
    expect(await call('generate_image', { ...fox, wait_seconds: 601 })).toMatchObject({
      isError: true,
      fields: [{ field: 'wait_seconds' }],
    })
    expect(await call('no_such_tool')).toMatchObject({ isError: true, code: 'not_found' })
    expect(await readMoney(server.context, account.id)).toMatchObject({ balance: 100 })
    expect(await call('generate_image', { ...fox, max_credits: 8 })).toMatchObject({
      isError: false,
      credits_charged: 8,
    })
  })

  it('charges a repeated request id once', async () => {
    const { key, account } = await testClient(server, { credits: 100 })
    const { call } = await connect(server, key)
    const args = { ...fox, request_id: 'once' }
    const [one, other] = await Promise.all([
      call('generate_image', args),
      call('generate_image', args),
    ])
    expect(one.id).toBe(other.id)
    expect(await readMoney(server.context, account.id)).toMatchObject({ balance: 92 })
  })

  it.each([
    ['loopback', 'http://127.0.0.1/'],
    ['the cloud’s metadata', 'http://169.254.169.254/latest/meta-data/'],
    ['a private network', 'http://10.0.0.1/'],
    ['an IPv6 form of loopback', 'http://[::ffff:127.0.0.1]/'],
    ['a local file', 'file:///etc/passwd'],
  ])('never fetches %s', async (_, url) => {
    const { key } = await testClient(server)
    const { call } = await connect(server, key)
    expect(await call('upload_from_url', { url, accept: 'image' })).toMatchObject({
      isError: true,
      code: 'invalid_input',
      fields: [{ field: 'url', problem: 'not_reachable' }],
    })
  })

  it('never fetches an internal address that an outer one redirects to', async () => {
    let asked = 0
    const secret = await testFileHost()
    const target = secret.serve('secret.jpg', (_request, response) => {
      asked++
      response.end()
    })
    const url = host.serve('redirect', (_request, response) =>
      response.writeHead(302, { location: target }).end(),
    )
    const { key } = await testClient(server)
    const { call } = await connect(server, key)
    expect(await call('upload_from_url', { url, accept: 'image' })).toMatchObject({ isError: true })
    expect(asked).toBe(0)
  })

  it('does not find another account’s generation', async () => {
    const owner = await testClient(server, { credits: 100 })
    const { id } = await (await connect(server, owner.key)).call('generate_image', fox)
    const other = await testClient(server, { credits: 100 })
    const { call } = await connect(server, other.key)
    expect(await call('get_generation', { id })).toMatchObject({ isError: true, code: 'not_found' })
  })

  it('creates nothing for a key that may only read', async () => {
    const account = await testAccount(server.context, { credits: 100 })
    const wanted = { accountId: account.id, name: 'reader', scopes: ['read'] as const }
    const { key } = await createKey(server.context, wanted)
    const { call } = await connect(server, key)
    expect(await call('generate_image', fox)).toMatchObject({ isError: true, code: 'key_scope' })
    const upload = { url: host.url, accept: 'image' }
    expect(await call('upload_from_url', upload)).toMatchObject({ code: 'key_scope' })
    expect(await call('search_history', { kind: 'image' })).toMatchObject({ total: 0 })
    expect(await readMoney(server.context, account.id)).toMatchObject({ balance: 100 })
  })

  it('returns an open generation when the time to wait is over', async () => {
    const { key } = await testClient(server, { credits: 100 })
    const { call } = await connect(server, key)
    const made = await call('generate_image', { ...stuck, wait_seconds: 0 })
    expect(made).toMatchObject({ isError: false, credits_charged: 8, files: [] })
    expect(['pending', 'processing']).toContain(made.status)
  })

  it('stops waiting when its key is revoked, and the generation goes on', async () => {
    const account = await testAccount(server.context, { credits: 100 })
    const wanted = { accountId: account.id, name: 'leaked', scopes: ['create'] as const }
    const { key, row } = await createKey(server.context, wanted)
    const { client, call } = await connect(server, key)
    let revoked: Promise<void> | undefined
    const answer = await client.callTool(
      { name: 'generate_image', arguments: { ...stuck, wait_seconds: 600 } },
      {
        onprogress: () => {
          revoked ??= revokeKey(server.context, { accountId: account.id, id: row.id })
        },
      },
    )
    await revoked
    expect(answer).toMatchObject({ isError: true, structuredContent: { code: 'unauthorized' } })
    await expect(call('search_history', { kind: 'image' })).rejects.toThrow()
    expect(await readMoney(server.context, account.id)).toMatchObject({ balance: 92 })
  })
})

describe('/mcp', () => {
  const ask = (headers: Record<string, string>, init: RequestInit = {}) =>
    fetch(`${server.url}/mcp`, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      ...init,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
    })

  it('asks for a bearer token', async () => {
    for (const headers of [{}, { authorization: 'Bearer atl_wrong' }]) {
      const response = await ask(headers as Record<string, string>)
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
    }
  })

  it('refuses what is no JSON, too long, or from a foreign page', async () => {
    const { key } = await testClient(server)
    const authorization = `Bearer ${key}`
    expect((await ask({ authorization }, { body: '{' })).status).toBe(400)
    expect((await ask({ authorization, 'content-type': 'text/plain' })).status).toBe(415)
    const long = JSON.stringify({ text: 'x'.repeat(28 * 1024 ** 2) })
    expect((await ask({ authorization }, { body: long })).status).toBe(413)
    expect((await ask({ authorization, origin: 'https://evil.example' })).status).toBe(403)
  })

  it('has no session to open or end', async () => {
    const { key } = await testClient(server)
    const authorization = `Bearer ${key}`
    for (const method of ['GET', 'DELETE'])
      expect((await ask({ authorization }, { method, body: null })).status).toBe(405)
  })
})
