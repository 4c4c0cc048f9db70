import { type QueueStatus, ValidationError } from '@fal-ai/client'
import { describe, expect, it } from 'vitest'
import { builtInModels } from '#core/models/rules/catalogue.ts'
import { readMoney } from '#testing/context.ts'
import { falClient, falVisitor, refusal, serveApp } from '#testing/fal-client.ts'
import { inputFor } from '#testing/model-input.ts'
import { testServer } from '#testing/server.ts'

const server = await testServer({ media: 'plain', delayMs: 120 })
const url = await serveApp(server)

const visitor = (money = {}) => falVisitor(server, url, money)

const fromWords = builtInModels.filter((model) => model.generationType === 'text-to-image')

describe.each(fromWords.map((model) => [model.endpoints[0], model] as const))(
  '%s',
  (endpoint, model) => {
    const { input, price } = inputFor(endpoint, { num_images: 2, image_size: 'square', seed: 7 })

    it.each(['polling', 'streaming'] as const)(
      'subscribes by %s, at the price of the form',
      async (mode) => {
        const { fal, account, key, request } = await visitor()
        const updates: QueueStatus[] = []
        const { data, requestId } = await fal.subscribe(endpoint, {
          input,
          mode,
          logs: true,
          pollInterval: 40,
          onQueueUpdate: (update) => updates.push(update),
        })

        expect(updates.at(-1)).toMatchObject({
          status: 'COMPLETED',
          metrics: { inference_time: expect.any(Number) },
        })
        const printed = updates.flatMap((update) => ('logs' in update ? update.logs : []))
        expect(printed.map(({ message }) => message).join('\n')).toContain('100%')
        expect(data).toMatchObject({
          prompt: 'a red fox',
          seed: 7,
          has_nsfw_concepts: [false, false],
        })
        for (const image of data.images) {
          expect(image).toMatchObject({
            width: 512,
            height: 512,
            content_type: 'image/jpeg',
            file_name: expect.stringMatching(/\.jpg$/),
          })
          expect(image.url).toMatch(`${url}/media/`)
          const file = await fetch(image.url, { headers: { authorization: `Bearer ${key}` } })
          expect((await file.arrayBuffer()).byteLength).toBe(image.file_size)
        }
        expect(data.images).toHaveLength(2)

        const record = await request('GET', `/api/generations/${requestId}`)
        expect(record.body).toMatchObject({
          model: model.id,
          status: 'completed',
          credits_charged: price,
          is_public: true,
        })
        expect((await readMoney(server.context, account.id)).balance).toBe(1000 - price)
      },
    )

    it('submits, returns its status and result, step by step', async () => {
      const { fal, request, account } = await visitor()
      const submitted = await fal.queue.submit(endpoint, {
        input,
        webhookUrl: 'https://caller.example/hook',
        hint: 'x',
      })
      const requestId = submitted.request_id
      const ours = `${url}/api/wan/fal/queue/${endpoint.split('/').slice(0, 2).join('/')}/requests/${requestId}`
      expect(submitted).toEqual({
        status: 'IN_QUEUE',
        request_id: requestId,
        queue_position: 0,
        response_url: ours,
        status_url: `${ours}/status`,
        cancel_url: `${ours}/cancel`,
      })

      expect(await fal.queue.status(endpoint, { requestId })).toMatchObject({
        request_id: requestId,
      })
      expect(
        await fal.queue.subscribeToStatus(endpoint, { requestId, pollInterval: 40 }),
      ).toMatchObject({
        status: 'COMPLETED',
      })
      const stream = await fal.queue.streamStatus(endpoint, { requestId, logs: true })
      expect(await stream.done()).toMatchObject({ status: 'COMPLETED', request_id: requestId })
      expect((await fal.queue.result(endpoint, { requestId })).data).toMatchObject({ seed: 7 })
      expect(await refusal(fal.queue.cancel(endpoint, { requestId }))).toMatchObject({
        status: 400,
        body: { status: 'ALREADY_COMPLETED', code: 'too_late' },
      })

      const history = await request('GET', '/api/image-generation/history')
      expect(history.body.data).toMatchObject([{ id: requestId, status: 'completed' }])
      expect((await readMoney(server.context, account.id)).entries).toHaveLength(2)
    })
  },
)

const [any] = builtInModels
if (!any) throw new Error('The catalogue is empty')
const [endpoint] = any.endpoints
const { input } = inputFor(endpoint, { image_size: 'square', num_images: 1 })

describe('our own addresses', () => {
  it('can be followed by programs with a key, as fal’s client sends it', async () => {
    const { key } = await visitor()
    const headers = { authorization: `Key ${key}`, 'content-type': 'application/json' }
    const submitted = await fetch(`${url}/api/wan/fal/queue/${endpoint}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(input),
    })
    const { status_url, response_url, cancel_url, request_id } = (await submitted.json()) as Record<
      string,
      string
    >
    expect(submitted.headers.get('x-fal-request-id')).toBe(request_id)

    const early = await fetch(response_url ?? '', { headers })
    expect([early.status, await early.json()]).toMatchObject([
      400,
      { detail: 'Request is still in progress' },
    ])
    const stream = await fetch(`${status_url}/stream?logs=1`, { headers })
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    const events = (await stream.text()).split('\n\n').filter(Boolean)
    expect(events.map((event) => JSON.parse(event.replace('data: ', '')).status).at(-1)).toBe(
      'COMPLETED',
    )
    expect((await fetch(status_url ?? '', { headers })).status).toBe(200)
    const result = await fetch(response_url ?? '', { headers })
    expect([result.status, await result.json()]).toMatchObject([200, { images: [{ width: 512 }] }])
    expect((await fetch(cancel_url ?? '', { method: 'PUT', headers })).status).toBe(400)
    expect((await fetch(status_url ?? '')).status).toBe(401)
  })
})

describe('a seed beyond 2^53', () => {
  it('keeps every digit, from the request to the provider and back', async () => {
    const { fal, key, request } = await visitor()
    const seed = '196619188014358661'
    const headers = { authorization: `Bearer ${key}` }
    const submitted = await fetch(`${url}/api/wan/fal/proxy`, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'x-fal-target-url': `https://queue.fal.run/${endpoint}`,
      },
      body: `{"prompt":"a red fox","image_size":"square","seed":${seed}}`,
    })
    const { request_id: requestId } = (await submitted.json()) as { request_id: string }
    await fal.queue.subscribeToStatus(endpoint, { requestId, pollInterval: 40 })
    // The demo emulator answers with the seed that it was sent.
    const { body: record } = await request('GET', `/api/generations/${requestId}`)
    expect(record).toMatchObject({ status: 'completed', seed, input: { seed } })
    const result = await fetch(`${url}/api/wan/fal/queue/${endpoint}/requests/${requestId}`, {
      headers,
    })
    expect(result.status).toBe(endpoint.split('/').length > 2 ? 403 : 200)
    const address = `${url}/api/wan/fal/queue/${endpoint.split('/').slice(0, 2).join('/')}/requests/${requestId}`
    expect(await (await fetch(address, { headers })).text()).toContain(`"seed":${seed},`)
  })
})

describe('an idempotency key', () => {
  it('charges once for a repeated submit', async () => {
    const { fal, account } = await visitor()
    const options = { input, headers: { 'Idempotency-Key': 'order-1' } }
    const [one, two] = await Promise.all([
      fal.queue.submit(endpoint, options),
      fal.queue.submit(endpoint, options),
    ])
    expect(one.request_id).toBe(two.request_id)
    expect((await readMoney(server.context, account.id)).entries).toHaveLength(2)
    const other = await refusal(
      fal.queue.submit(endpoint, { ...options, input: { ...input, prompt: 'another' } }),
    )
    expect(other).toMatchObject({ status: 409, body: { code: 'request_id_reused' } })
    expect((await readMoney(server.context, account.id)).entries).toHaveLength(2)
    const odd = await refusal(
      fal.queue.submit(endpoint, { input, headers: { 'idempotency-key': ' ' } }),
    )
    expect(odd).toMatchObject({ status: 422, body: { code: 'invalid_input' } })
  })
})

describe('a refused submit', () => {
  it('names every invalid field, as fal’s validation does', async () => {
    const { fal, account } = await visitor()
    const error = await refusal(
      fal.queue.submit(endpoint, { input: { ...input, num_images: 9, prompt: '' } }),
    )
    expect(error).toBeInstanceOf(ValidationError)
    expect(error.message).toContain('Prompt is required')
    const [field] = (error as unknown as ValidationError).getFieldErrors('num_images')
    expect(field).toMatchObject({
      loc: ['body', 'num_images'],
      type: 'one_of',
      msg: expect.stringContaining('1, 2'),
    })
    expect((await readMoney(server.context, account.id)).balance).toBe(1000)
  })

  it.each([
    [{ credits: 1 }, 400, 'insufficient_credits', /Insufficient credits/],
    [{ paid: false }, 403, 'never_paid', /./],
  ])('gives the reason: %j', async (money, status, code, message) => {
    const { fal } = await visitor(money)
    const error = await refusal(fal.queue.submit(endpoint, { input }))
    expect(error).toMatchObject({ status, body: { code } })
    expect(error.message).toMatch(message)
  })

  it('without a session or key', async () => {
    const error = await refusal(falClient(url, 'atl_nobody').queue.submit(endpoint, { input }))
    expect(error).toMatchObject({
      status: 401,
      message: 'Unauthorized',
      body: { code: 'unauthorized' },
    })
  })

  it.each(['fal-ai/veo3', 'fal-ai/flux', 'fal-ai/flux/dev/image-to-image/x'])(
    'does not reach %s',
    async (id) => {
      const { fal, account } = await visitor()
      const before = (await server.emulator.stats()).submitted
      expect(await refusal(fal.queue.submit(id, { input }))).toMatchObject({
        status: 403,
        body: { code: 'target_not_allowed' },
      })
      expect((await server.emulator.stats()).submitted).toBe(before)
      expect((await readMoney(server.context, account.id)).balance).toBe(1000)
    },
  )
})

describe('a job that fails', () => {
  it.each([
    [
      'validation',
      422,
      { detail: [{ loc: ['body'], type: 'value_error' }], code: 'invalid_input' },
    ],
    [
      'content-policy',
      422,
      { detail: [{ type: 'content_policy_violation' }], code: 'content_policy' },
    ],
    ['internal-error', 500, { error_type: 'runner_server_error', code: 'provider_error' }],
    ['empty', 500, { error_type: 'internal_error', code: 'no_result' }],
  ])('%s: is COMPLETED with an error, and its result says %i', async (fault, status, body) => {
    const { fal, account } = await visitor()
    const updates: QueueStatus[] = []
    const run = fal.subscribe(endpoint, {
      input: { ...input, prompt: `a fox [fault:${fault}]` },
      pollInterval: 40,
      onQueueUpdate: (update) => updates.push(update),
    })
    const error = await refusal(run)
    expect(error).toMatchObject({ status, body })
    expect(error.message).toBe(error.body.error)
    expect(updates.at(-1)).toMatchObject({ status: 'COMPLETED', error: error.message })
    expect((await readMoney(server.context, account.id)).balance).toBe(1000)
  })
})

describe('a job of another account', () => {
  it('is indistinguishable from one that does not exist', async () => {
    const [owner, other] = [await visitor(), await visitor()]
    const { requestId } = await owner.fal.subscribe(endpoint, { input, pollInterval: 40 })
    const missing = '0199f000-0000-7000-8000-000000000000'
    for (const call of [
      (id: string) => other.fal.queue.status(endpoint, { requestId: id, logs: true }),
      (id: string) => other.fal.queue.result(endpoint, { requestId: id }),
      (id: string) => other.fal.queue.cancel(endpoint, { requestId: id }),
      async (id: string) =>
        (await other.fal.queue.streamStatus(endpoint, { requestId: id })).done(),
    ]) {
      const [foreign, none] = [await refusal(call(requestId)), await refusal(call(missing))]
      expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect(foreign.body).toEqual(none.body)
    }
    const elsewhere = builtInModels.find(
      (model) => model.endpoints[0].split('/')[1] !== endpoint.split('/')[1],
    )
    expect(
      await refusal(owner.fal.queue.status(elsewhere?.endpoints[0] ?? '', { requestId })),
    ).toMatchObject({
      status: 404,
    })
    expect(await refusal(other.fal.queue.cancel(endpoint, { requestId: missing }))).toMatchObject({
      body: { status: 'NOT_FOUND' },
    })
  })
})
