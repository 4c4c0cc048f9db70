import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { builtInModels } from '#core/models/rules/catalogue.ts'
import { readMoney } from '#testing/context.ts'
import { falVisitor, serveApp } from '#testing/fal-client.ts'
import { inputFor } from '#testing/model-input.ts'
import { testServer } from '#testing/server.ts'
import { modelApplication } from './routes/target.ts'

const [model] = builtInModels
if (!model) throw new Error('The catalogue is empty')
const [endpoint] = model.endpoints
const { input } = inputFor(endpoint, { num_images: 1, image_size: 'square' })

const server = await testServer({ media: 'plain', control: true })
const url = await serveApp(server)
const visitor = (money = {}) => falVisitor(server, url, money)

const proxy = `${url}/api/wan/fal/proxy`
const requests = `${modelApplication(model)}/requests`
const json = { 'content-type': 'application/json' }
const target = (path: string) => ({ 'x-fal-target-url': `https://queue.fal.run/${path}` })

/** Sends raw bytes, as no HTTP client would; returns the first line of the answer. */
async function sendRaw(text: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write(text)
  let answer = ''
  for await (const chunk of socket) answer += String(chunk)
  return answer.split('\r\n')[0] ?? ''
}

describe('a hostile caller', () => {
  it('passes nothing of a request to the provider but the input', async () => {
    const heard: string[] = []
    const hook = createServer((request, response) => {
      heard.push(request.url ?? '')
      response.end()
    }).listen(0, '127.0.0.1')
    afterAll(() => hook.close())
    await once(hook, 'listening')
    const own = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/mine`

    const { call, fal, account } = await visitor()
    const words = {
      prompt: 'a heron [mine]',
      user: 'x',
      price: 0,
      request_id: 'x',
      is_sample: false,
      webhook_url: own,
    }
    const { body } = await call('POST', `${endpoint}?fal_webhook=${encodeURIComponent(own)}`, {
      ...input,
      ...words,
    })
    await fal.queue.subscribeToStatus(endpoint, {
      requestId: String(body.request_id),
      pollInterval: 40,
    })

    const jobs = await (await fetch(`${server.emulator.url}/control/jobs`)).text()
    expect(jobs).toContain('a heron [mine]')
    expect(jobs).not.toMatch(/127\.0\.0\.1:\d+\/mine|webhook_url|is_sample|atl_/)
    expect(heard).toEqual([])
    expect((await readMoney(server.context, account.id)).entries).toMatchObject([
      {},
      { credits: -30 },
    ])
  })

  it('is not accepted with another form of a job id', async () => {
    const [owner, other] = [await visitor(), await visitor()]
    const { requestId: id } = await owner.fal.subscribe(endpoint, { input, pollInterval: 40 })
    const ways = [
      id,
      `${id}%2Fstatus`,
      `${id}%00`,
      `${id}'--`,
      id.toUpperCase(),
      `%20${id}`,
      id.slice(1),
      'a'.repeat(4000),
    ]
    const answers = await Promise.all(
      ways.map((way) => other.call('GET', `${requests}/${way}/status`)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    const own = await fetch(`${url}/api/wan/fal/queue/x/..%2f${requests}/${id}`, {
      headers: bearer(other.key),
    })
    expect(own.status).toBe(403)
  })

  it('does not share an idempotency key with other accounts', async () => {
    const [one, two] = [await visitor(), await visitor()]
    const options = { input, headers: { 'idempotency-key': 'the same' } }
    const first = await one.fal.queue.submit(endpoint, options)
    const second = await two.fal.queue.submit(endpoint, options)
    expect(second.request_id).not.toBe(first.request_id)
  })

  it.each([
    [
      'another site',
      { method: 'POST', headers: { ...json, origin: 'https://evil.example' }, body: '{}' },
      403,
    ],
    [
      'a form',
      { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{"prompt":"x"}' },
      415,
    ],
    ['no JSON', { method: 'POST', headers: json, body: '{' }, 400],
    ['a list', { method: 'POST', headers: json, body: '[]' }, 400],
    ['no body', { method: 'POST', headers: json }, 400],
    [
      'too much',
      { method: 'POST', headers: json, body: JSON.stringify({ prompt: 'x'.repeat(300_000) }) },
      413,
    ],
    [
      'a prototype',
      { method: 'POST', headers: json, body: '{"__proto__":{"prompt":"x"},"constructor":1}' },
      422,
    ],
    ['another method', { method: 'PATCH', headers: json, body: '{}' }, 404],
    ['nothing to submit', { method: 'GET', headers: json }, 403],
  ])('is refused: %s', async (_, init, status) => {
    const { key, account } = await visitor()
    const headers = { ...init.headers, ...bearer(key), ...target(endpoint) }
    const answer = await server.app.request(proxy, { ...init, headers })
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({
      error: expect.any(String),
      code: expect.any(String),
    })
    expect((await readMoney(server.context, account.id)).balance).toBe(1000)
  })

  it.each(['https://fal.run/fal-ai/flux/dev', 'https://evil.example/', 'file:///etc/passwd'])(
    'reaches nothing outside the queue: %s',
    async (outside) => {
      const { key } = await visitor()
      const headers = { ...json, ...bearer(key), 'x-fal-target-url': outside }
      const answer = await fetch(proxy, { method: 'POST', headers, body: JSON.stringify(input) })
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({ code: 'target_not_allowed' })
    },
  )

  it('cannot inject a header line, nor break the server', async () => {
    const { key } = await visitor()
    const head = `GET /api/wan/fal/proxy HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${key}\r\n`
    const at = 'https://queue.fal.run/'
    expect(await sendRaw(`${head}x-fal-target-url: ${at}\r\n folded: 1\r\n\r\n`)).toMatch(/ 400 /)
    expect(await sendRaw(`${head}x-fal-target-url: ${at}\rx: 1\r\n\r\n`)).toMatch(/ 400 /)
    expect(await sendRaw(`${head}x-fal-target-url: ${at}\0\r\n\r\n`)).toMatch(/ 400 /)
    expect(await sendRaw(`${head}x-fal-target-url: ${at}${'a'.repeat(12_000)}\r\n\r\n`)).toMatch(
      / 403 /,
    )
    expect(await sendRaw(`${head}x-fal-target-url: ${at}${'a'.repeat(60_000)}\r\n\r\n`)).toMatch(
      / 431 /,
    )
    expect(
      await sendRaw(`${head}x-fal-target-url: ${at}x\r\nx-fal-target-url: ${at}y\r\n\r\n`),
    ).toMatch(/ 403 /)
    expect(await sendRaw(`${head}\r\n`)).toMatch(/ 400 /)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })

  it('never causes an internal error', async () => {
    const { key } = await visitor({ credits: 0 })
    const piece = fc.oneof(
      fc.constantFrom(endpoint, requests, '/status', '/stream', '/cancel', '?logs=1', '..'),
      fc.webPath(),
    )
    const text = fc.oneof(
      fc.array(piece).map((pieces) => `https://queue.fal.run/${pieces.join('')}`),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.string().map((any) => encodeURIComponent(any.toWellFormed())),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'POST', 'PUT'),
        text,
        fc.jsonValue(),
        async (method, address, body) => {
          const answer = await server.app.request(proxy, {
            method,
            headers: { ...json, ...bearer(key), 'x-fal-target-url': address },
            ...(method !== 'GET' && { body: JSON.stringify(body) }),
          })
          expect([400, 403, 404, 422]).toContain(answer.status)
          expect(await answer.json()).toMatchObject({
            error: expect.any(String),
            code: expect.any(String),
          })
        },
      ),
      { numRuns: 100 },
    )
  })
})

function bearer(key: string) {
  return { authorization: `Bearer ${key}` }
}
