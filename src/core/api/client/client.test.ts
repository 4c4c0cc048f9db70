import {
  type AtelierError,
  type Client,
  createClient,
  GenerationFailedError,
  kinds,
} from '@atelier/client'
import { fileFromPath } from '@atelier/client/node'
import { describe, expect, it } from 'vitest'
import { kinds as allKinds, kindFacts } from '#core/models/rules/kinds.ts'
import { type Fault, faultyProxy } from '#testing/api/faulty-proxy.ts'
import { readMoney } from '#testing/context.ts'
import { serveApp } from '#testing/fal-client.ts'
import { mediaPath } from '#testing/sample-media.ts'
import { testClient, testServer } from '#testing/server.ts'

const server = await testServer({ media: 'plain', delayMs: 50 })
const url = await serveApp(server)
const fox = { kind: 'image', model: 'flux-schnell', input: { prompt: 'a fox' } } as const

async function visitor(baseUrl = url, money = {}) {
  const { account, key } = await testClient(server, money)
  const client = createClient({ baseUrl, apiKey: key })
  const reasons = async () =>
    (await readMoney(server.context, account.id)).entries.map(({ reason }) => reason)
  return { client, account, key, reasons }
}

/** What a call threw. */
function thrown(call: Promise<unknown>): Promise<AtelierError> {
  return call.then(
    () => expect.unreachable('it did not throw'),
    (error) => error,
  )
}

it('has the paths and types of every kind', () => {
  const expected = allKinds.map((kind) => {
    const facts = kindFacts[kind]
    return [
      kind,
      {
        create: facts.createPath,
        history: `${facts.historyPath}/history`,
        type: facts.generationType,
        ...('typeField' in facts && { typeField: facts.typeField }),
      },
    ]
  })
  expect(kinds).toEqual(Object.fromEntries(expected))
})

describe('generate', () => {
  it('starts, waits, and returns files that can be downloaded', async () => {
    const { client, reasons } = await visitor()
    const states: string[] = []
    const result = await client.generate({
      ...fox,
      input: { ...fox.input, num_images: 2 },
      isPublic: false,
      onStart: ({ status }) => states.push(status),
      onProgress: ({ status }) => states.push(status),
    })
    expect(states[0]).toBe('pending')
    expect(states.at(-1)).toBe('completed')
    expect(result.generation).toMatchObject({ model: 'flux-schnell', is_public: false })
    expect(result.files).toHaveLength(2)
    for (const file of result.files) {
      const blob = await file.blob()
      expect([blob.type, blob.size]).toEqual([file.contentType, file.bytes])
      expect((await fetch(file.url)).status).toBe(404)
    }
    expect(result.credits).toBe(result.generation.credits_charged)
    expect(await reasons()).toEqual(['grant', 'charge'])
  })

  it('uploads each file once, also within lists, whatever its declared type', async () => {
    const uploads: (string | undefined)[] = []
    const proxy = await faultyProxy(url, ({ url: path }) => {
      if (path?.startsWith('/api/upload')) uploads.push(path)
      return undefined
    })
    const { client } = await visitor(proxy)
    const photo = new Blob([await (await fileFromPath(mediaPath('photo.heic'))).arrayBuffer()])
    const { generation } = await client.generate({
      kind: 'video',
      type: 'vace',
      input: { prompt: 'two foxes', ref_image_urls: [photo, photo] },
    })
    expect(generation.generation_type).toBe('vace')
    expect(generation.inputs).toHaveLength(2)
    expect(uploads).toEqual(['/api/upload-image-wan-i2v'])
  })

  it('refuses a price above maxCredits before the charge, and starts at the price itself', async () => {
    const { client, reasons } = await visitor()
    const { credits } = await client.quote(fox)
    expect(await thrown(client.start({ ...fox, maxCredits: credits - 1 }))).toMatchObject({
      code: 'above_max_credits',
      required: credits,
      max: credits - 1,
    })
    expect(await reasons()).toEqual(['grant'])
    for (const maxCredits of [credits, credits + 5]) {
      expect((await client.start({ ...fox, maxCredits })).credits_charged).toBe(credits)
    }
  })

  it('throws a failed generation with its code and its refund', async () => {
    const { client } = await visitor()
    const input = { prompt: 'a fox [fault:content-policy]' }
    const error = await thrown(client.generate({ ...fox, input }))
    expect(error).toBeInstanceOf(GenerationFailedError)
    const { generation } = error as GenerationFailedError
    expect(generation.credits_refunded).toBe(generation.credits_charged)
    expect(error).toMatchObject({ code: generation.error_code, generationId: generation.id })
  })

  it('is aborted while it waits; what was started goes on', async () => {
    const { client } = await visitor()
    const controller = new AbortController()
    let id = ''
    const error = await thrown(
      client.generate({
        ...fox,
        signal: controller.signal,
        onStart: (generation) => {
          id = generation.id
          controller.abort(new Error('enough'))
        },
      }),
    )
    expect(error.message).toBe('enough')
    expect((await client.wait(id)).generation.status).toBe('completed')
  })

  it('stops waiting at its time, with the id to go on with', async () => {
    const { client } = await visitor()
    const error = await thrown(client.generate({ ...fox, waitMs: 0 }))
    expect(error).toMatchObject({ code: 'timed_out', generationId: expect.any(String) })
    expect((await client.wait(error.generationId ?? '')).files).toHaveLength(1)
  })
})

describe('quote, account, cancel and history', () => {
  it('answer what the API does', async () => {
    const { client, account } = await visitor()
    expect((await client.account()).id).toBe(account.id)
    const quoted = await client.quote({ kind: 'music', input: { prompt: 'a waltz' } })
    const started = await client.start({ kind: 'music', input: { prompt: 'a waltz' } })
    expect(started.credits_charged).toBe(quoted.credits)
    const outcome = await client.cancel(started.id).catch((error: AtelierError) => error.code)
    expect(outcome === 'too_late' || typeof outcome === 'object').toBe(true)
  })

  it('a history is read over several pages, each generation once', async () => {
    const { client } = await visitor(url, { credits: 5000 })
    for (let start = 0; start < 53; start += 10) {
      const size = Math.min(10, 53 - start)
      await Promise.all(Array.from({ length: size }, () => client.start(fox)))
    }
    const ids: string[] = []
    for await (const { id } of client.history({ kind: 'image' })) {
      // New ones push the others on while pages are read.
      if (ids.length === 25) await Promise.all([client.start(fox), client.start(fox)])
      ids.push(id)
    }
    expect(ids).toHaveLength(53)
    expect(new Set(ids).size).toBe(53)
  })
})

describe('lost connections', () => {
  it('the answer to a start is lost: it is charged once and waited for', async () => {
    let lost = 0
    const proxy = await faultyProxy(url, ({ url: path }) =>
      path?.endsWith('/create') && lost++ < 2 ? 'drop-answer' : undefined,
    )
    const { client, reasons } = await visitor(proxy)
    const { credits } = await client.quote(fox)
    const result = await client.generate({ ...fox, maxCredits: credits })
    expect(lost).toBeGreaterThan(2)
    expect(result.generation.status).toBe('completed')
    expect(await reasons()).toEqual(['grant', 'charge'])
  })

  it('a cut event stream is resumed with the last event', async () => {
    const resumed: (string | string[] | undefined)[] = []
    let reads = 0
    const proxy = await faultyProxy(url, ({ url: path, headers }): Fault => {
      if (path?.startsWith('/api/generations/')) reads++
      if (path !== '/api/events') return undefined
      resumed.push(headers['last-event-id'])
      return resumed.length < 3 ? 'cut-stream' : undefined
    })
    const { client } = await visitor(proxy)
    const controller = new AbortController()
    const waiting = thrown(client.wait(await slowGeneration(client), { signal: controller.signal }))
    await expect.poll(() => resumed.length).toBeGreaterThanOrEqual(3)
    controller.abort(new Error('enough'))
    expect((await waiting).message).toBe('enough')
    expect(resumed.slice(0, 3)).toEqual([undefined, expect.any(String), expect.any(String)])
    expect(reads).toBeGreaterThan(0)
  })

  it('without an event stream it polls', async () => {
    const proxy = await faultyProxy(url, ({ url: path }) =>
      path === '/api/events' ? (response) => response.writeHead(404).end() : undefined,
    )
    const { client } = await visitor(proxy)
    expect((await client.generate(fox)).files).toHaveLength(1)
  })

  it('events end the wait while nothing is polled', async () => {
    let reads = 0
    const proxy = await faultyProxy(url, ({ url: path }): Fault => {
      // The first read is answered; then only events can tell.
      if (!path?.startsWith('/api/generations/') || reads++ < 2) return undefined
      return (response) => response.writeHead(503, { 'retry-after': '3600' }).end()
    })
    const { client } = await visitor(proxy)
    expect((await client.generate(fox)).files).toHaveLength(1)
  })

  it('a pause that the server names is kept, and a refusal without one is not repeated', async () => {
    const asked: string[] = []
    const answers = [
      (response: Parameters<Exclude<Fault, string | undefined>>[0]) =>
        response.writeHead(503, { 'retry-after': '0' }).end('Starting'),
      (response: Parameters<Exclude<Fault, string | undefined>>[0]) =>
        response
          .writeHead(429, { 'retry-after': '0', 'content-type': 'application/json' })
          .end('{"error":"slow","code":"too_many_requests"}'),
    ]
    const proxy = await faultyProxy(url, ({ url: path = '' }): Fault => {
      asked.push(path)
      if (path === '/api/models') {
        return (response) =>
          response.writeHead(503).end('{"error":"Back at nine","code":"maintenance"}')
      }
      return answers.shift()
    })
    const { client } = await visitor(proxy)
    expect((await client.account()).credits.left_credits).toBeGreaterThan(0)
    expect(asked).toEqual(Array(3).fill('/api/account'))
    const error = await thrown(client.models())
    expect(error).toMatchObject({ code: 'maintenance', status: 503, message: 'Back at nine' })
    expect(asked.filter((path) => path === '/api/models')).toHaveLength(1)
  })

  it('a server that is not there is an error after the last attempt', async () => {
    const { key } = await visitor()
    const client = createClient({ baseUrl: 'http://127.0.0.1:9', apiKey: key, maxRetries: 1 })
    expect(await thrown(client.account())).toMatchObject({ code: 'connection_failed', status: 0 })
  })
})

describe('refusals', () => {
  it('of an input name the field, and nothing is charged', async () => {
    const { client, reasons } = await visitor()
    const start = (input: object) => thrown(client.start({ ...fox, input: { ...input } as never }))
    expect(await start({ prompt: '' })).toMatchObject({ code: 'invalid_input', field: 'prompt' })
    expect(await start({ prompt: 'a fox', num_images: 99 })).toMatchObject({
      status: 400,
      fields: [{ field: 'num_images', options: [1, 2, 3, 4] }],
    })
    expect(await start({ prompt: 'a fox', image_url: new Blob([]) })).toMatchObject({
      code: 'invalid_input',
      field: 'image_url',
    })
    expect(await start({ prompt: 'a fox', image_url: new Blob(['no image']) })).toMatchObject({
      status: expect.any(Number),
      code: expect.stringMatching(/unsupported_file|broken_file/),
    })
    expect(await thrown(client.start({ ...fox, model: 'no-such' }))).toMatchObject({
      code: 'unknown_model',
    })
    for (const bad of [
      { kind: 'poem' },
      { kind: 'toString' },
      { maxCredits: -1 },
      { maxCredits: 1.5 },
    ]) {
      const error = await thrown(client.start({ ...fox, ...bad } as never))
      expect([error.code, error.field]).toEqual(['invalid_input', Object.keys(bad)[0]])
    }
    expect(await reasons()).toEqual(['grant'])
  })

  it('of missing credits name the sums', async () => {
    const { client } = await visitor(url, { credits: 1 })
    expect(await thrown(client.generate(fox))).toMatchObject({
      code: 'insufficient_credits',
      current: 1,
      required: expect.any(Number),
    })
  })

  it('of a key, of another server and of a redirect have codes of their own', async () => {
    const { key } = await visitor()
    const wrong = createClient({ baseUrl: url, apiKey: `${key}x` })
    expect(await thrown(wrong.account())).toMatchObject({ code: 'unauthorized', status: 401 })
    expect(await thrown(wrong.wait('nothing'))).toMatchObject({ code: 'unauthorized' })

    const seen: unknown[] = []
    const elsewhere = await faultyProxy(url, ({ headers }) => {
      seen.push(headers.authorization)
      return (response) => response.end('<html>')
    })
    const moved = await faultyProxy(url, () => (response) => {
      response.writeHead(307, { location: elsewhere }).end()
    })
    const redirected = createClient({ baseUrl: moved, apiKey: key })
    const error = await thrown(redirected.start(fox))
    expect([error.code, error.message.includes(elsewhere)]).toEqual(['redirected', true])
    expect(seen).toEqual([])
    const other = createClient({ baseUrl: elsewhere, apiKey: key })
    expect(await thrown(other.account())).toMatchObject({ code: 'unexpected_answer', status: 200 })
  })

  it.each([
    [{ baseUrl: 'studio.example', apiKey: 'atl_x' }, 'baseUrl'],
    [{ baseUrl: 'file:///etc', apiKey: 'atl_x' }, 'baseUrl'],
    [{ baseUrl: 'https://studio.example', apiKey: '' }, 'apiKey'],
    [{ baseUrl: 'https://studio.example', apiKey: 'atl_x\r\nx: y' }, 'apiKey'],
    [{ baseUrl: 'https://studio.example', apiKey: undefined as never }, 'apiKey'],
  ])('of options %o name the option', (options, field) => {
    expect(() => createClient(options)).toThrow(expect.objectContaining({ field }))
  })
})

/** A generation that does not end while a test looks. */
async function slowGeneration(client: Client): Promise<string> {
  return (await client.start({ ...fox, input: { prompt: 'a fox [fault:stuck]' } })).id
}
