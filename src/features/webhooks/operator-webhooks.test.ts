import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { findOrCreateAccount } from '#core/accounts/create-account.ts'
import { failGeneration } from '#core/generations/end-generation.ts'
import { detectProviderOutage, probeProviders } from '#core/generations/steps/provider-outage.ts'
import { confirmStorageOutage, probeStorage } from '#core/media/storage-outage.ts'
import { listOperatorActions } from '#core/operators/operator-log-queries.ts'
import { operatorEvents } from '#core/operators/rules.ts'
import { StorageUnavailable } from '#platform/storage/storage.ts'
import { ProviderError } from '#providers/provider.ts'
import { paymentServer, press } from '#testing/api/payments.ts'
import { readRow } from '#testing/drive.ts'
import { testPerson } from '#testing/person.ts'
import {
  type ServerAnswer,
  type ServerCall,
  testHttpServer,
} from '#testing/providers/test-server.ts'
import { testServer } from '#testing/server.ts'
import type { AdminWebhook, NewAdminWebhook } from './admin-contract.ts'
import type { DeliveryView } from './contract.ts'
import { announceToOperators, claimDeliveries } from './delivery-queries.ts'
import { maxDeliveryAttempts, maxEndpoints } from './rules.ts'
import { deleteOldDeliveries, sendDueDeliveries } from './send-deliveries.ts'

const calls: ServerCall[] = []
const fine = (): ServerAnswer => ({ json: {} })
let answer: (call: ServerCall) => ServerAnswer = fine
const receiver = await testHttpServer((call) => {
  calls.push(call)
  return answer(call)
})
const admins = new Set<string>()
const server = await paymentServer({ admins, foreignFiles: { allowPrivateAddresses: true } })
const { context } = server
const { database } = context
const operator = await testPerson(server)
admins.add(operator.account.email)
const path = '/api/admin/webhooks'
const reason = 'a test'

afterEach(async () => {
  await sql`delete from operator_webhook_delivery`.execute(database)
  await sql`delete from operator_webhook_endpoint`.execute(database)
  calls.length = 0
  answer = fine
})

async function create(more: object = {}): Promise<NewAdminWebhook> {
  const wanted = { url: `${receiver.url}/in`, events: [...operatorEvents], reason, ...more }
  const { status, body } = await operator.request('POST', path, wanted)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as NewAdminWebhook
}

const post = (id: string, verb: string, body: object = { reason }) =>
  operator.request('POST', `${path}/${id}/${verb}`, body)
const list = async () => (await operator.request('GET', path)).body.data as AdminWebhook[]
const deliveries = async ({ id }: { id: string }) =>
  (await operator.request('GET', `${path}/${id}/deliveries`)).body.data as DeliveryView[]
const makeDue = () =>
  sql`update operator_webhook_delivery set due_at = now() where due_at is not null`.execute(
    database,
  )
const announce = (data: Record<string, string> = {}) =>
  announceToOperators(database, { event: 'account.created', data })

type Message = { type: string; data: Record<string, unknown> }

const textOf = ({ type, data }: Message) => JSON.stringify([type, data])

/** Sends what is due, at the same time, and returns what arrived, ordered by type and content. */
async function received(): Promise<Message[]> {
  await sendDueDeliveries(context)
  const messages = calls.map((call) => call.json() as Message)
  const inOrder = messages.toSorted((a, b) => textOf(a).localeCompare(textOf(b)))
  return inOrder.map(({ type, data }) => ({ type, data }))
}

type Person = Awaited<ReturnType<typeof testPerson>>

async function start({ request }: Person, prompt: string): Promise<string> {
  const wanted = { model: 'flux-schnell', prompt, image_size: 'square' }
  const { status, body } = await request('POST', '/api/image-generation/create', wanted)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id
}

const hasEnded = (id: string) =>
  expect.poll(async () => (await readRow(context, id)).step, { timeout: 20_000 }).toBe(null)

/** Verifies as Standard Webhooks does. */
function isSigned({ body, headers }: ServerCall, secret: string): boolean {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const expected = createHmac('sha256', key).update(content).digest('base64')
  return String(headers['webhook-signature']).split(' ').includes(`v1,${expected}`)
}

describe('operators learn', () => {
  it('of a failed generation, but not of a completed or cancelled one', async () => {
    const person = await testPerson(server)
    const { secret } = await create()
    await hasEnded(await start(person, 'a fox'))
    const cancelled = await start(person, 'a fox [fault:stuck]')
    await person.request('POST', `/api/generations/${cancelled}/cancel`)
    await hasEnded(cancelled)
    const id = await start(person, 'a secret fox [fault:validation]')
    await hasEnded(id)
    const data = {
      ...{ id, account_id: person.account.id, kind: 'image', model: 'flux-schnell' },
      ...{ price: expect.any(Number), refunded: expect.any(Number) },
      ...{ error_code: expect.any(String), created_at: expect.any(String) },
    }
    expect(await received()).toEqual([{ type: 'generation.failed', data }])
    const [call] = calls
    if (!call) throw new Error('No call')
    expect(isSigned(call, secret)).toBe(true)
    expect(isSigned(call, `whsec_${Buffer.from('other').toString('base64')}`)).toBe(false)
  })

  it('of an alert, without its note', async () => {
    const person = await testPerson(server)
    await create({ events: ['alert.created'] })
    const id = await start(person, 'a fox [fault:stuck]')
    await expect.poll(async () => (await readRow(context, id)).provider_job).not.toBe(null)
    await failGeneration(
      context,
      { ...(await readRow(context, id)), lease_token: null },
      'result_lost',
    )
    const data = { reason: 'result_lost', account_id: person.account.id, generation_id: id }
    expect(await received()).toEqual([{ type: 'alert.created', data }])
  })

  it('of a new account, once', async () => {
    await create()
    const wanted = { email: 'new@example.com', name: 'Ada' }
    const { account } = await findOrCreateAccount(context, wanted)
    await findOrCreateAccount(context, wanted)
    const data = { id: account.id, is_waiting: false }
    expect(await received()).toEqual([{ type: 'account.created', data }])
    expect(String(calls[0]?.body)).not.toContain('example.com')
  })

  it('of an outage of a provider or of storage, once when it begins and once when it ends', async () => {
    const endpoint = await create({ events: ['outage.began', 'outage.ended'] })
    const provider = context.providers.get('fal')?.provider
    if (!provider) throw new Error('No provider')
    const rejected = new ProviderError('provider_funds', 'Exhausted balance of a secret team', {
      ...{ delivery: 'refused', retryable: false },
    })
    for (const _ of [1, 2]) await detectProviderOutage(context, provider, rejected)
    const write = () => Promise.reject(new StorageUnavailable('/var/lib is full'))
    const full = { ...context, storage: { ...context.storage, write } }
    for (const _ of [1, 2]) await confirmStorageOutage(full)
    // The workers of the server may be first.
    await expect
      .poll(
        async () => {
          for (const table of ['provider_outage', 'storage_outage'] as const)
            await database
              .updateTable(table)
              .set({ probe_at: new Date(0) })
              .execute()
          await Promise.all([probeProviders(context), probeStorage(context)])
          return (await deliveries(endpoint)).length
        },
        { timeout: 20_000 },
      )
      .toBe(4)
    const ofProvider = { of: 'provider', provider: 'fal' }
    const ofStorage = { of: 'storage', provider: null, code: null }
    expect(await received()).toEqual([
      { type: 'outage.began', data: { ...ofProvider, code: 'provider_funds' } },
      { type: 'outage.began', data: ofStorage },
      { type: 'outage.ended', data: { ...ofProvider, code: null } },
      { type: 'outage.ended', data: ofStorage },
    ])
  })

  it('of the removal of a result, once', async () => {
    const owner = await testPerson(server)
    const id = await start(owner, 'a fox')
    await hasEnded(id)
    await create()
    for (const _ of [1, 2])
      await operator.request('POST', `/api/admin/moderation/${id}/takedown`, { reason, note: 'no' })
    const of = { generation_id: id, account_id: owner.account.id }
    expect(await received()).toEqual([{ type: 'result.removed', data: { ...of, kind: 'image' } }])
  })

  it('of a payment that is made, refunded and disputed, each once', async () => {
    const buyer = await testPerson(server, { credits: 0, paid: false })
    await create()
    const { body } = await buyer.request('POST', '/api/payments/checkout', { pack: 'start' })
    await press(String(body.checkout_url), 'pay')
    const session = server.checkoutSimulator.find(String(body.checkout_url).split('/').at(-1) ?? '')
    const intent = session?.intentId ?? ''
    await server.stripe('refunds', { payment_intent: intent, amount: '250' })
    for (const status of ['needs_response', 'under_review'])
      await server.stripe('disputes', { payment_intent: intent, id: 'dp_told', status })
    const data = {
      ...{ id: body.payment_id, account_id: buyer.account.id, credits: 1_000, currency: 'usd' },
      amount: 1_000,
    }
    expect(await received()).toEqual([
      {
        type: 'payment.disputed',
        data: { ...data, status: 'disputed', amount_refunded: 250, is_disputed: true },
      },
      {
        type: 'payment.paid',
        data: { ...data, status: 'paid', amount_refunded: 0, is_disputed: false },
      },
      {
        type: 'payment.refunded',
        data: { ...data, status: 'partly_refunded', amount_refunded: 250, is_disputed: false },
      },
    ])
  })
})

describe('a message to operators', () => {
  it('is written with its cause or not at all', async () => {
    const endpoint = await create()
    const failed = database.transaction().execute(async (transaction) => {
      await announceToOperators(transaction, { event: 'account.created', data: {} })
      throw new Error('The cause fails')
    })
    await expect(failed).rejects.toThrow('The cause fails')
    expect(await deliveries(endpoint)).toEqual([])
  })

  it('is sent by another worker, with the same id, after one that claimed it died', async () => {
    const endpoint = await create()
    await announce()
    expect(await claimDeliveries(database, { lease: 60_000, each: 1, limit: 1 })).toHaveLength(1)
    expect(await received()).toEqual([])
    await makeDue()
    expect(await received()).toHaveLength(1)
    const [delivery] = await deliveries(endpoint)
    expect(delivery).toMatchObject({ status: 'delivered', attempts: 2 })
    expect(calls[0]?.headers['webhook-id']).toBe(delivery?.id)
  })

  it('is sent once by concurrent workers, and again on request', async () => {
    const endpoint = await create()
    await announce()
    await Promise.all([sendDueDeliveries(context), sendDueDeliveries(context)])
    expect(calls).toHaveLength(1)
    const [delivery] = await deliveries(endpoint)
    const again = () => post(endpoint.id, `deliveries/${delivery?.id}/repeat`, {})
    expect((await again()).status).toBe(202)
    expect((await again()).status).toBe(404)
    await sendDueDeliveries(context)
    expect(calls.map(({ headers }) => headers['webhook-id'])).toEqual([delivery?.id, delivery?.id])
  })

  it('that is given up disables the endpoint; a new one is written only once it is enabled', async () => {
    const endpoint = await create()
    answer = () => ({ status: 500, json: {} })
    await announce()
    for (let attempt = 0; attempt < maxDeliveryAttempts; attempt++) {
      await makeDue()
      await sendDueDeliveries(context)
    }
    expect(calls).toHaveLength(maxDeliveryAttempts)
    expect(await deliveries(endpoint)).toMatchObject([{ status: 'given_up', http_status: 500 }])
    expect(await list()).toMatchObject([{ is_enabled: false, disabled_reason: 'failing' }])
    await announce()
    expect(await deliveries(endpoint)).toHaveLength(1)
    const change = { is_enabled: true, reason }
    const { body } = await operator.request('PATCH', `${path}/${endpoint.id}`, change)
    expect(body).toMatchObject({ is_enabled: true, disabled_reason: null })
    await announce()
    expect(await deliveries(endpoint)).toHaveLength(2)
  })

  it('is deleted after 30 days', async () => {
    const endpoint = await create()
    await announce({ id: 'old' })
    await sql`update operator_webhook_delivery set created_at = now() - interval '31 days'`.execute(
      database,
    )
    await announce({ id: 'new' })
    await deleteOldDeliveries(context)
    expect(await deliveries(endpoint)).toHaveLength(1)
  })
})

describe('a webhook of operators', () => {
  it('is created, changed and deleted with a reason, and audited without its secret', async () => {
    const { id, secret, ...created } = await create({ act_id: 'one' })
    expect(secret).toMatch(/^whsec_/)
    const repeated = { url: receiver.url, events: ['payment.paid'], reason, act_id: 'one' }
    expect(await operator.request('POST', path, repeated)).toMatchObject({
      body: { code: 'act_repeated' },
    })
    expect(await list()).toEqual([{ id, ...created }])
    const renewed = await post(id, 'secret')
    expect(renewed.headers.get('cache-control')).toBe('no-store')
    expect((await post(id, 'test', {})).body).toMatchObject({ status: 'delivered' })
    expect(calls[0] && isSigned(calls[0], secret)).toBe(true)
    expect(calls[0] && isSigned(calls[0], String(renewed.body.secret))).toBe(true)
    const change = { events: ['payment.paid'], is_enabled: false, reason }
    await operator.request('PATCH', `${path}/${id}`, change)
    expect(await list()).toMatchObject([{ events: ['payment.paid'], disabled_reason: 'owner' }])
    expect((await post(id, 'delete')).body).toEqual({ id })
    expect((await post(id, 'delete')).status).toBe(404)
    const acts = await listOperatorActions(database, { limit: 4 })
    const details = { webhook: id }
    expect(acts).toMatchObject(
      ['delete', 'change', 'secret', 'create'].map((verb) => ({
        ...{ act: `webhook.${verb}`, actor: operator.account.email, reason, details },
      })),
    )
    expect(JSON.stringify(acts)).not.toContain('whsec_')
  })

  it('is one of five at most, also with parallel requests', async () => {
    const wanted = { url: receiver.url, events: ['payment.paid'], reason }
    const made = await Promise.all(
      Array.from({ length: 8 }, () => operator.request('POST', path, wanted)),
    )
    expect(made.filter(({ status }) => status === 200)).toHaveLength(maxEndpoints)
    expect(made.filter(({ body }) => body.code === 'too_many_webhooks')).toHaveLength(3)
  })

  it('is refused with the field that is wrong', async () => {
    const { id } = await create()
    for (const wrong of [
      ...[{ url: 'ftp://example.com/' }, { url: 'https://a:b@example.com/' }, { url: 'x' }],
      ...[{ url: `https://e.com/${'x'.repeat(2_000)}` }, { events: [] }, { reason: ' ' }],
      ...[{ events: ['generation.completed'] }, { events: ['payment.paid', 'x'] }],
    ]) {
      const wanted = { url: receiver.url, events: ['payment.paid'], reason, ...wrong }
      for (const [method, at] of [
        ['POST', path],
        ['PATCH', `${path}/${id}`],
      ] as const) {
        const { status, body } = await operator.request(method, at, wanted)
        const field = body.fields?.[0]?.field.split('.')[0]
        expect({ status, field }, JSON.stringify(wrong)).toEqual({
          ...{ status: 400, field: Object.keys(wrong)[0] },
        })
      }
    }
    expect(await list()).toMatchObject([{ url: `${receiver.url}/in`, events: operatorEvents }])
  })

  it('is not a webhook of an account, and the other way round', async () => {
    const { id } = await create()
    const person = await testPerson(server)
    const own = '/api/account/webhooks'
    const wanted = { url: receiver.url, events: ['generation.failed'] }
    const { body } = await person.request('POST', own, wanted)
    expect((await person.request('DELETE', `${own}/${id}`)).status).toBe(404)
    expect((await post(body.id, 'delete')).status).toBe(404)
    expect((await post(body.id, 'test', {})).status).toBe(404)
    expect(await list()).toMatchObject([{ id }])
  })
})

it('a webhook of operators never leads to an internal address, also if the name changes later', async () => {
  let target = '93.184.216.34'
  const lookup = async () => [{ address: target, family: 4 }]
  const { port } = new URL(receiver.url)
  // The port is allowed, so that a server listens where the name leads later.
  const foreignFiles = { lookup, allowAddress: `93.184.216.34:${port}` }
  const outside = await testServer({}, { foreignFiles, admins })
  const boss = await testPerson(outside)
  admins.add(boss.account.email)
  const events = ['payment.paid']
  for (const host of ['127.0.0.1', '10.0.0.1', '[::1]', '169.254.169.254', 'x.example:8080']) {
    const wanted = { url: `http://${host}/`, events, reason }
    expect((await boss.request('POST', path, wanted)).body.code).toBe('address_not_allowed')
  }
  const url = `http://x.example:${port}/in`
  const { body } = await boss.request('POST', path, { url, events, reason })
  const inside = { url: 'http://127.0.0.1/', reason }
  const changed = await boss.request('PATCH', `${path}/${body.id}`, inside)
  expect(changed.body.code).toBe('address_not_allowed')
  target = '127.0.0.1'
  const tried = await boss.request('POST', `${path}/${body.id}/test`)
  expect(tried.body).toMatchObject({ status: 'given_up', error: 'it cannot be reached' })
  expect(calls).toEqual([])
})
