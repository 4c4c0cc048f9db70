import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deleteAccount } from '#core/account-data/delete-account.ts'
import { readRow } from '#testing/drive.ts'
import { testPerson } from '#testing/person.ts'
import {
  type ServerAnswer,
  type ServerCall,
  testHttpServer,
} from '#testing/providers/test-server.ts'
import { testServer } from '#testing/server.ts'
import type { DeliveryView, NewEndpointView } from './contract.ts'
import { deliveryPause, generationEvents, maxDeliveryAttempts } from './rules.ts'
import { sendDueDeliveries } from './send-deliveries.ts'

const calls: ServerCall[] = []
let answer: (call: ServerCall) => ServerAnswer | Promise<ServerAnswer>
const receiver = await testHttpServer((call) => {
  calls.push(call)
  return answer(call)
})
const server = await testServer({}, { foreignFiles: { allowPrivateAddresses: true } })
const { context } = server
const path = '/api/account/webhooks'

beforeEach(() => {
  answer = () => ({ json: {} })
})
afterEach(async () => {
  await sql`delete from webhook_delivery`.execute(context.database)
  await sql`delete from webhook_endpoint`.execute(context.database)
  calls.length = 0
})

type Person = Awaited<ReturnType<typeof testPerson>>

async function create({ request }: Person, more: object = {}): Promise<NewEndpointView> {
  const wanted = { url: `${receiver.url}/in`, events: [...generationEvents], ...more }
  const { status, body, headers } = await request('POST', path, wanted)
  expect(status, JSON.stringify(body)).toBe(201)
  expect(headers.get('cache-control')).toBe('no-store')
  return body as unknown as NewEndpointView
}

const deliveries = async ({ request }: Person, { id }: { id: string }) =>
  (await request('GET', `${path}/${id}/deliveries`)).body.deliveries as DeliveryView[]

const makeDue = () =>
  sql`update webhook_delivery set due_at = now() where due_at is not null`.execute(context.database)

/** Makes an image of 10 credits. */
async function finish({ request }: Person): Promise<string> {
  const wanted = { model: 'flux-schnell', prompt: 'a fox', image_size: 'square' }
  const { status, body } = await request('POST', '/api/image-generation/create', wanted)
  expect(status, JSON.stringify(body)).toBe(200)
  const isEnded = async () => (await readRow(context, body.id)).step === null
  await expect.poll(isEnded).toBe(true)
  return body.id
}

/** Verifies as Standard Webhooks does: one of the header's signatures must match. */
function isSigned({ body, headers }: ServerCall, secret: string): boolean {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const expected = createHmac('sha256', key).update(content).digest('base64')
  return String(headers['webhook-signature']).split(' ').includes(`v1,${expected}`)
}

describe('an endpoint', () => {
  it('receives how a generation ended, signed, once', async () => {
    const person = await testPerson(server)
    const { secret, ...endpoint } = await create(person)
    const id = await finish(person)
    await Promise.all([sendDueDeliveries(context), sendDueDeliveries(context)])
    expect(calls).toHaveLength(1)
    const [call] = calls
    if (!call) throw new Error('No call')
    const [delivery] = await deliveries(person, endpoint)
    expect(call.headers['webhook-id']).toBe(delivery?.id)
    expect(isSigned(call, secret)).toBe(true)
    expect(isSigned(call, `whsec_${Buffer.from('other').toString('base64')}`)).toBe(false)
    expect(call.json()).toMatchObject({
      type: 'generation.completed',
      data: {
        id,
        kind: 'image',
        status: 'completed',
        price: expect.any(Number),
        refunded: 0,
        error_code: null,
      },
    })
    expect(delivery).toMatchObject({ status: 'delivered', attempts: 1, http_status: 200 })
    expect(JSON.stringify((await person.request('GET', path)).body)).not.toContain(secret)
  })

  it('receives only its events, and nothing while it is disabled', async () => {
    const person = await testPerson(server)
    const endpoint = await create(person, { events: ['generation.failed'] })
    await finish(person)
    expect(await deliveries(person, endpoint)).toEqual([])
    const change = { events: ['generation.completed'], is_enabled: false }
    const changed = await person.request('PATCH', `${path}/${endpoint.id}`, change)
    expect(changed.body).toMatchObject({ ...change, disabled_reason: 'owner' })
    await finish(person)
    await person.request('PATCH', `${path}/${endpoint.id}`, { is_enabled: true })
    await sendDueDeliveries(context)
    expect(calls).toHaveLength(0)
  })

  it('gets a failed message again, unchanged, after pauses, until it is disabled', async () => {
    const person = await testPerson(server)
    const endpoint = await create(person)
    answer = () => ({ status: 500, json: {} })
    await finish(person)
    for (let attempt = 1; attempt < maxDeliveryAttempts; attempt++) {
      await makeDue()
      await sendDueDeliveries(context)
      const [one] = await deliveries(person, endpoint)
      expect(one).toMatchObject({ status: 'waiting', attempts: attempt, http_status: 500 })
      const pause = Date.parse(one?.next_attempt_at ?? '') - Date.now()
      expect(pause).toBeGreaterThan((deliveryPause(attempt) ?? 0) - 2_000)
    }
    await makeDue()
    await sendDueDeliveries(context)
    expect(calls).toHaveLength(maxDeliveryAttempts)
    expect(new Set(calls.map(({ body }) => String(body)))).toHaveLength(1)
    expect(new Set(calls.map(({ headers }) => headers['webhook-id']))).toHaveLength(1)
    expect(await deliveries(person, endpoint)).toMatchObject([{ status: 'given_up' }])
    const { body } = await person.request('GET', path)
    expect(body.webhooks).toMatchObject([{ is_enabled: false, disabled_reason: 'failing' }])
  })

  it('that answers 410 is disabled; one that redirects has failed', async () => {
    const person = await testPerson(server)
    const gone = await create(person, { url: `${receiver.url}/gone` })
    const moved = await create(person, { url: `${receiver.url}/moved` })
    answer = ({ path: at }) => ({ status: at === '/gone' ? 410 : 302, json: {} })
    await finish(person)
    await sendDueDeliveries(context)
    expect(await deliveries(person, gone)).toMatchObject([{ status: 'given_up', http_status: 410 }])
    expect(await deliveries(person, moved)).toMatchObject([{ status: 'waiting', http_status: 302 }])
    const { body } = await person.request('GET', path)
    expect(body.webhooks).toMatchObject([
      { id: moved.id, is_enabled: true },
      { id: gone.id, disabled_reason: 'gone' },
    ])
  })

  it('is tested immediately, and a message is sent again on request', async () => {
    const person = await testPerson(server)
    const endpoint = await create(person)
    const { body } = await person.request('POST', `${path}/${endpoint.id}/test`)
    expect(body).toMatchObject({ event: 'webhook.test', status: 'delivered', http_status: 200 })
    answer = () => 'drop'
    const failed = await person.request('POST', `${path}/${endpoint.id}/test`)
    expect(failed.body).toMatchObject({ status: 'given_up', error: 'it cannot be reached' })
    answer = () => ({ json: {} })
    const repeat = `${path}/${endpoint.id}/deliveries/${failed.body.id}/repeat`
    expect((await person.request('POST', repeat)).status).toBe(202)
    expect((await person.request('POST', repeat)).status).toBe(404)
    await sendDueDeliveries(context)
    expect(calls.at(-1)?.headers['webhook-id']).toBe(failed.body.id)
  })

  it('gets signatures of both secrets after a change', async () => {
    const person = await testPerson(server)
    const { id, secret: old } = await create(person)
    const { body } = await person.request('POST', `${path}/${id}/secret`)
    await person.request('POST', `${path}/${id}/test`)
    const [call] = calls
    if (!call) throw new Error('No call')
    expect(call.headers['webhook-signature']?.toString().split(' ')).toHaveLength(2)
    expect(isSigned(call, old)).toBe(true)
    expect(isSigned(call, String(body.secret))).toBe(true)
  })

  it('that is slow or down does not hold up others', async () => {
    const [person, other] = [await testPerson(server), await testPerson(server)]
    const down = await create(person, { url: `${receiver.url}/down` })
    await create(other, { url: `${receiver.url}/fine` })
    answer = ({ path: at }) => (at === '/down' ? 'drop' : { json: {} })
    for (let count = 0; count < 6; count++) await finish(person)
    await finish(other)
    await sendDueDeliveries(context)
    expect(calls.filter(({ path: at }) => at === '/fine')).toHaveLength(1)
    expect(calls.filter(({ path: at }) => at === '/down')).toHaveLength(4)
    expect((await deliveries(person, down)).every(({ status }) => status === 'waiting')).toBe(true)
  })
})

describe('a message that alone fails', () => {
  it('does not hold up newer ones for long', async () => {
    const person = await testPerson(server)
    const endpoint = await create(person)
    const poison = await finish(person)
    answer = ({ body }) => ({ status: String(body).includes(poison) ? 500 : 200, json: {} })
    for (let attempt = 1; attempt < 6; attempt++) {
      await makeDue()
      await sendDueDeliveries(context)
    }
    await finish(person)
    await sql`update webhook_delivery set due_at = now() where generation_id = ${poison}`.execute(
      context.database,
    )
    answer = () => 'drop'
    await sendDueDeliveries(context)
    const [newer, older] = await deliveries(person, endpoint)
    const left = (one?: DeliveryView) => Date.parse(one?.next_attempt_at ?? '') - Date.now()
    expect(left(older)).toBeGreaterThan(3_600_000)
    expect(left(newer)).toBeLessThanOrEqual(60_000)
  })
})

describe('an account', () => {
  it('has five endpoints at most, also with parallel requests', async () => {
    const person = await testPerson(server)
    const wanted = { url: receiver.url, events: ['generation.failed'] }
    const made = await Promise.all(
      Array.from({ length: 9 }, () => person.request('POST', path, wanted)),
    )
    expect(made.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(made.filter(({ body }) => body.code === 'too_many_webhooks')).toHaveLength(4)
  })

  it('loses its endpoints and their messages with its deletion', async () => {
    const person = await testPerson(server)
    await create(person)
    await finish(person)
    await deleteAccount(context, person.account, person.account.email)
    const left = async () => {
      const { rows } = await sql<{ count: number }>`
        select (select count(*) from webhook_endpoint) + (select count(*) from webhook_delivery) as count`.execute(
        context.database,
      )
      return rows[0]?.count
    }
    await expect.poll(left).toBe(0)
  })

  it('learns which field of an endpoint is wrong', async () => {
    const person = await testPerson(server)
    for (const wrong of [
      ...[{ url: 'ftp://example.com/' }, { url: 'https://a:b@example.com/' }, { url: 'x' }],
      ...[
        { events: [] },
        { events: ['generation.started'] },
        { url: `https://e.com/${'x'.repeat(2_000)}` },
      ],
    ]) {
      const wanted = { url: receiver.url, events: ['generation.failed'], ...wrong }
      const { status, body } = await person.request('POST', path, wanted)
      expect(
        { status, field: body.fields?.[0]?.field.split('.')[0] },
        JSON.stringify(wrong),
      ).toEqual({
        status: 400,
        field: 'url' in wrong ? 'url' : 'events',
      })
    }
  })
})

it('internal addresses receive nothing, also if the name changes later', async () => {
  let target = '93.184.216.34'
  const lookup = async () => [{ address: target, family: 4 }]
  const { port } = new URL(receiver.url)
  // The port is allowed, so that a server listens where the name leads later.
  const foreignFiles = { lookup, allowAddress: `93.184.216.34:${port}` }
  const outside = await testServer({}, { foreignFiles })
  const person = await testPerson(outside)
  const internal = ['127.0.0.1', '10.0.0.1', '[::1]'].map((host) => `http://${host}/`)
  for (const url of [...internal, 'http://x.example:8080/']) {
    const refused = await person.request('POST', path, { url, events: ['generation.failed'] })
    expect(refused.body.code).toBe('address_not_allowed')
  }
  const wanted = { url: `http://x.example:${port}/in`, events: ['generation.failed'] }
  const { body } = await person.request('POST', path, wanted)
  target = '127.0.0.1'
  const tried = await person.request('POST', `${path}/${body.id}/test`)
  expect(tried.body).toMatchObject({ status: 'given_up', error: 'it cannot be reached' })
  expect(calls).toEqual([])
})
