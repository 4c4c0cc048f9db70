import { describe, expect, it } from 'vitest'
import { readMoney } from '#testing/context.ts'
import { listeningServer, testClient } from '#testing/server.ts'
import { connect, fox, revisions } from './test-support.ts'

const server = await listeningServer(() => ({}), {
  isOwnPublicUrl: true,
  faults: { media: 'plain', delayMs: 50 },
})

/** Sends one message as a program without a library does. */
async function send(key: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
  })
  const text = await response.text()
  const events = [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data))
  const isEvents = response.headers.get('content-type')?.startsWith('text/event-stream')
  const parsed = text === '' ? null : JSON.parse(isEvents ? 'null' : text)
  return { status: response.status, messages: isEvents ? events : [parsed] }
}

const listTools = (id: unknown = 1) => ({ jsonrpc: '2.0', id, method: 'tools/list' })

describe.each(revisions)('the SDK’s client, pinned to %s', (revision) => {
  it('negotiates it, generates, and reads the result as a resource', async () => {
    const { key, account } = await testClient(server, { credits: 100 })
    const { client } = await connect(server, key, revision)
    expect(client.getNegotiatedProtocolVersion()).toBe(revision)
    expect(client.getServerCapabilities()).toMatchObject({ tools: {}, resources: {} })
    // From here on the client checks structured content against the listed schemas.
    await client.listTools()
    const progress: number[] = []
    const made = await client.callTool(
      { name: 'generate_image', arguments: fox },
      { onprogress: (one) => void progress.push(one.progress) },
    )
    expect(made.structuredContent).toMatchObject({ status: 'completed', credits_charged: 8 })
    expect(progress.length).toBeGreaterThan(0)
    const link = made.content.find((one) => one.type === 'resource_link')
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual([link?.uri])
    const { contents } = await client.readResource({ uri: link?.uri ?? '' })
    expect(contents).toMatchObject([{ uri: link?.uri, mimeType: 'image/jpeg' }])
    expect((await readMoney(server.context, account.id)).balance).toBe(92)
  })

  it('gets the refusal of a tool as a result, and an unknown method as an error', async () => {
    const { key } = await testClient(server, { credits: 100 })
    const { client } = await connect(server, key, revision)
    await client.listTools()
    const refused = await client.callTool({ name: 'quote', arguments: { model: 'none' } })
    expect(refused).toMatchObject({ isError: true, structuredContent: { credits_charged: 0 } })
    await expect(client.getPrompt({ name: 'none' })).rejects.toThrow()
  })
})

describe('a request that names a revision', () => {
  const initialize = (protocolVersion: unknown) => ({
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  })

  it.each([
    ['2025-03-26', '2025-03-26'],
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    ['1999-01-01', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
    ['', '2025-11-25'],
  ])('initialize with %s is answered with %s', async (asked, protocolVersion) => {
    const { key } = await testClient(server)
    const { status, messages } = await send(key, initialize(asked))
    expect({ status, messages }).toMatchObject({
      status: 200,
      messages: [{ result: { protocolVersion } }],
    })
  })

  it.each(['2025-03-26', '2025-06-18', '2025-11-25', undefined])(
    'the header %s is taken',
    async (version) => {
      const { key } = await testClient(server)
      const headers = version ? { 'mcp-protocol-version': version } : {}
      const { messages } = await send(key, listTools(), headers)
      expect(messages).toMatchObject([{ id: 1, result: { tools: expect.any(Array) } }])
    },
  )

  it.each(['1999-01-01', 'newest', '2025-06-18, 2025-11-25', '2026-07-28'])(
    'the header %s without what that revision needs is refused with 400',
    async (version) => {
      const { key } = await testClient(server)
      const headers = { 'mcp-protocol-version': version }
      const { status, messages } = await send(key, listTools(), headers)
      expect({ status, messages }).toMatchObject({
        status: 400,
        messages: [{ error: { code: expect.any(Number) } }],
      })
    },
  )
})

describe('a batch', () => {
  const batch = [listTools(1), { ...listTools(2), method: 'resources/list' }]

  it.each(['2025-03-26', undefined])('is answered for the revision %s', async (version) => {
    const { key } = await testClient(server)
    const headers = version ? { 'mcp-protocol-version': version } : {}
    const { status, messages } = await send(key, batch, headers)
    expect(status).toBe(200)
    expect(messages.map(({ id }) => id).toSorted()).toEqual([1, 2])
  })

  it.each(['2025-06-18', '2025-11-25', '2026-07-28'])(
    'is refused for %s, and none of its calls is made',
    async (version) => {
      const { key, account } = await testClient(server, { credits: 100 })
      const params = { name: 'generate_image', arguments: fox }
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
      const headers = { 'mcp-protocol-version': version }
      const { status, messages } = await send(key, [call], headers)
      expect({ status, messages }).toMatchObject({
        status: 400,
        messages: [{ error: { code: -32600 } }],
      })
      expect((await readMoney(server.context, account.id)).balance).toBe(100)
    },
  )

  it('of more than 100 messages is refused', async () => {
    const { key } = await testClient(server)
    const many = Array.from({ length: 101 }, (_, id) => listTools(id))
    expect((await send(key, many)).status).toBeGreaterThanOrEqual(400)
  })
})

describe('a message', () => {
  it.each([
    ['a huge text', 'x'.repeat(1_000_000)],
    ['an empty text', ''],
    ['a large number', Number.MAX_SAFE_INTEGER],
    ['a negative number', -1],
  ])('with an id that is %s gets its answer under this id', async (_, id) => {
    const { key } = await testClient(server)
    const { messages } = await send(key, listTools(id))
    expect(messages).toMatchObject([{ id, result: { tools: expect.any(Array) } }])
  })

  it.each([
    ['a fraction', 1.5],
    ['an object', {}],
    ['a list', [1]],
  ])('with an id that is %s is refused', async (_, id) => {
    const { key } = await testClient(server)
    const { status, messages } = await send(key, listTools(id))
    expect({ status, messages }).toMatchObject({ status: 400, messages: [{ error: {} }] })
  })

  it('of 10 MB is answered or refused, never lost', async () => {
    const { key } = await testClient(server)
    const call = (args: object) => ({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'quote', arguments: args },
    })
    const model = 'x'.repeat(10_000_000)
    const { messages } = await send(key, call({ model, input: {} }))
    expect(messages[0].result).toMatchObject({ isError: true })
    const input = Object.fromEntries(Array.from({ length: 300_000 }, (_, id) => [`n${id}`, id]))
    expect((await send(key, call({ model: fox.model, input }))).status).toBe(413)
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    expect((await send(key, deep)).status).toBeGreaterThanOrEqual(400)
  })
})
