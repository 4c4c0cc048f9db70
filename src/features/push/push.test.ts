import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deleteAccount } from '#core/account-data/delete-account.ts'
import { exportAccount } from '#core/account-data/export-account.ts'
import { createApp } from '#core/api/app.ts'
import { readRow } from '#testing/drive.ts'
import { sessionCookieOf, testPerson } from '#testing/person.ts'
import { type ServerCall, testHttpServer } from '#testing/providers/test-server.ts'
import { testServer } from '#testing/server.ts'
import { maxPushAttempts, maxSubscriptions } from './rules.ts'
import { deleteOldSubscriptions, sendDuePushes } from './send-pushes.ts'

const path = '/api/account/push'
const calls: ServerCall[] = []
let status = 201
const service = await testHttpServer((call) => {
  calls.push(call)
  return { status, json: {} }
})
const server = await testServer({}, { foreignFiles: { allowPrivateAddresses: true } })
const { context } = server
/** The same with the rules of production for addresses. */
const outside = {
  context,
  app: createApp({ ...server.options, context: { ...context, foreignFiles: {} } }, null),
}

beforeEach(() => {
  status = 201
})
afterEach(async () => {
  for (const table of ['push_message', 'push_subscription'])
    await sql`delete from ${sql.table(table)}`.execute(context.database)
  calls.length = 0
})

/** The keys of a browser, and how it reads a message (RFC 8291), written without the product. */
function testBrowser(
  privateKey?: Buffer,
  auth = Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url'),
) {
  const own = createECDH('prime256v1')
  if (privateKey) own.setPrivateKey(privateKey)
  else own.generateKeys()
  const read = (message: Buffer) => {
    const salt = message.subarray(0, 16)
    const end = 21 + message.readUInt8(20)
    const sender = message.subarray(21, end)
    const expand = (input: Buffer, by: Buffer, info: (string | Buffer)[], length: number) =>
      Buffer.from(
        hkdfSync('sha256', input, by, Buffer.concat(info.map((part) => Buffer.from(part))), length),
      )
    const input = expand(
      own.computeSecret(sender),
      auth,
      ['WebPush: info\0', own.getPublicKey(), sender],
      32,
    )
    const key = expand(input, salt, ['Content-Encoding: aes128gcm\0'], 16)
    const nonce = expand(input, salt, ['Content-Encoding: nonce\0'], 12)
    const cipher = createDecipheriv('aes-128-gcm', key, nonce)
    cipher.setAuthTag(message.subarray(-16))
    const padded = Buffer.concat([cipher.update(message.subarray(end, -16)), cipher.final()])
    expect(padded.at(-1)).toBe(2)
    return padded.subarray(0, -1).toString()
  }
  const keys = { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') }
  return { keys, read }
}

type Person = Awaited<ReturnType<typeof testPerson>>

const subscriptionOf = (browser = testBrowser(), more: object = {}) => ({
  ...{ endpoint: `${service.url}/send/one`, keys: browser.keys, language: 'en' },
  ...more,
})

async function subscribe({ request }: Person, wanted: object = subscriptionOf()) {
  const answer = await request('PUT', path, wanted)
  expect(answer.status, JSON.stringify(answer.body)).toBe(204)
}

/** Makes an image that seems to have been started two minutes ago, while no page is open. */
async function makeSlowly(
  { request }: Person,
  { minutes = 2, prompt = 'a secret fox' } = {},
): Promise<string> {
  const wanted = { model: 'flux-schnell', prompt, image_size: 'square' }
  const { body } = await request('POST', '/api/image-generation/create', wanted)
  await sql`update generation set created_at = created_at - ${minutes} * interval '1 minute'
    where id = ${body.id}`.execute(context.database)
  const isEnded = async () => (await readRow(context, body.id)).step === null
  await expect.poll(isEnded, { timeout: 30_000 }).toBe(true)
  return body.id
}

const queued = async () =>
  (await context.database.selectFrom('push_message').selectAll().execute()).map(
    (row) => row.attempts,
  )

const makeDue = () => sql`update push_message set due_at = now()`.execute(context.database)

const isSubscribed = async ({ request }: Person) =>
  (await request('GET', path)).body.is_subscribed as boolean

it('reads the example of RFC 8291, so that its reading of messages counts', () => {
  const { read } = testBrowser(
    Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url'),
  )
  const message =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  expect(read(Buffer.from(message, 'base64url'))).toBe('When I grow up, I want to be a watermelon')
})

describe('a browser', () => {
  it('gets a message about a long job while no page is open, encrypted and signed', async () => {
    const person = await testPerson(server)
    const browser = testBrowser()
    await subscribe(person, subscriptionOf(browser, { language: 'zh' }))
    const id = await makeSlowly(person)
    await sendDuePushes(context)
    expect(calls).toEqual([])
    await makeDue()
    await Promise.all([sendDuePushes(context), sendDuePushes(context)])
    expect(calls).toHaveLength(1)
    const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = calls
    const text = browser.read(body)
    expect(JSON.parse(text)).toEqual({
      ...{ title: '已完成：图片', tag: id, body: '在历史记录中打开。' },
      path: `/zh/creator/history/image?record=${id}`,
    })
    expect(text).not.toContain('secret fox')
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
    const { public_key: known } = (await person.request('GET', path)).body
    const [, token = '', key = ''] =
      /^vapid t=(.*), k=(.*)$/.exec(headers.authorization ?? '') ?? []
    expect(key).toBe(known)
    const [head = '', claims = '', signature = ''] = token.split('.')
    const point = Buffer.from(key, 'base64url')
    const jwk = {
      ...{ kty: 'EC', crv: 'P-256' },
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    }
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    expect(isSigned).toBe(true)
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      ...{ aud: service.url, sub: 'https://studio.example' },
    })
    expect(await queued()).toEqual([])
  })

  it('gets a message about a failure and its refund', async () => {
    const person = await testPerson(server)
    const browser = testBrowser()
    await subscribe(person, subscriptionOf(browser))
    await makeSlowly(person, { prompt: 'a fox [fault:content-policy]' })
    await makeDue()
    await sendDuePushes(context)
    expect(JSON.parse(browser.read(calls[0]?.body ?? Buffer.alloc(0)))).toMatchObject({
      ...{ title: 'Failed: Image', body: expect.stringMatching(/^\d+ credits refunded\.$/) },
    })
  })

  it('gets none about a short job, or where a page is open', async () => {
    const person = await testPerson(server)
    await subscribe(person)
    await makeSlowly(person, { minutes: 0 })
    expect(await queued()).toEqual([])
    const stream = await server.app.request('/api/events', { headers: person.headers })
    await makeSlowly(person)
    await expect.poll(queued).toEqual([])
    await stream.body?.cancel()
  })

  it('gets none once it is signed out', async () => {
    const person = await testPerson(server)
    await subscribe(person)
    await makeSlowly(person)
    expect(await queued()).toEqual([0])
    await person.request('POST', '/api/auth/sign-out')
    await makeDue()
    await sendDuePushes(context)
    expect([calls.length, await queued()]).toEqual([0, []])
    await deleteOldSubscriptions(context)
    const left = await context.database.selectFrom('push_subscription').selectAll().execute()
    expect(left).toEqual([])
  })

  it('is one of its account’s: by address once, and the newest alone', async () => {
    const person = await testPerson(server)
    const { id } = person.account
    const cookies = await Promise.all(
      Array.from({ length: maxSubscriptions + 1 }, () => sessionCookieOf(context, id)),
    )
    for (const [index, cookie] of cookies.entries()) {
      const wanted = subscriptionOf(testBrowser(), { endpoint: `${service.url}/send/${index}` })
      await person.request('PUT', path, wanted, { cookie })
    }
    const rows = () =>
      context.database
        .selectFrom('push_subscription')
        .select('endpoint')
        .orderBy('created_at')
        .execute()
    expect((await rows()).map(({ endpoint }) => endpoint.split('/').at(-1))).toEqual(
      cookies.slice(1).map((_, index) => String(index + 1)),
    )
    const again = subscriptionOf(testBrowser(), { endpoint: `${service.url}/send/5` })
    await person.request('PUT', path, again)
    expect((await rows()).filter(({ endpoint }) => endpoint.endsWith('/5'))).toHaveLength(1)
    await person.request('DELETE', path)
    expect((await rows()).filter(({ endpoint }) => endpoint.endsWith('/5'))).toEqual([])
  })

  it('is in the export without its address, and deleted with the account', async () => {
    const person = await testPerson(server)
    await subscribe(person)
    const parts = []
    for await (const part of exportAccount(context, person.account)) parts.push(part)
    const text = Buffer.concat(parts).toString('latin1')
    expect(text).toContain('"push_subscriptions"')
    expect(text).not.toContain('/send/one')
    await deleteAccount(context, person.account, person.account.email)
    const left = await context.database.selectFrom('push_subscription').selectAll().execute()
    expect(left).toEqual([])
  })
})

describe('a push service', () => {
  it.each([404, 410])('that answers %i ends the subscription', async (gone) => {
    const person = await testPerson(server)
    await subscribe(person)
    expect(await isSubscribed(person)).toBe(true)
    await makeSlowly(person)
    await makeDue()
    status = gone
    await sendDuePushes(context)
    expect([await isSubscribed(person), await queued()]).toEqual([false, []])
  })

  it('that is down is tried again, and given up in the end', async () => {
    const person = await testPerson(server)
    await subscribe(person)
    await makeSlowly(person)
    status = 503
    for (let attempt = 1; attempt < maxPushAttempts; attempt++) {
      await makeDue()
      await sendDuePushes(context)
      expect(await queued()).toEqual([attempt])
    }
    await makeDue()
    await sendDuePushes(context)
    expect([calls.length, await queued(), await isSubscribed(person)]).toEqual([
      maxPushAttempts,
      [],
      true,
    ])
  })

  it('that refuses the message is not asked again', async () => {
    const person = await testPerson(server)
    await subscribe(person)
    await makeSlowly(person)
    await makeDue()
    status = 400
    await sendDuePushes(context)
    expect([calls.length, await queued()]).toEqual([1, []])
  })
})

describe('a subscription is refused', () => {
  const { keys } = testBrowser()
  const offCurve = `B${'A'.repeat(86)}`
  it.each([
    [{ endpoint: 'ftp://push.example/1' }, 'endpoint'],
    [{ endpoint: `https://push.example/${'x'.repeat(1_000)}` }, 'endpoint'],
    [{ keys: { ...keys, auth: 'short' } }, 'keys.auth'],
    [{ keys: { ...keys, p256dh: keys.p256dh.slice(1) } }, 'keys.p256dh'],
    [{ keys: { ...keys, p256dh: offCurve } }, 'keys.p256dh'],
    [{ keys: { ...keys, p256dh: '\0 ' } }, 'keys.p256dh'],
    [{ language: 'xx' }, 'language'],
  ])('for %j, which names the field', async (more, field) => {
    const person = await testPerson(server)
    const { status, body } = await person.request('PUT', path, subscriptionOf(undefined, more))
    expect([status, body.code]).toEqual([400, 'invalid_input'])
    expect(JSON.stringify(body.fields)).toContain(field)
    expect(await isSubscribed(person)).toBe(false)
  })

  it.each([
    'https://127.0.0.1/send',
    'https://[::1]/send',
    'https://169.254.169.254/send',
    'https://10.0.0.1/send',
    'https://93.184.215.14:8443/send',
    'https://user:secret@93.184.215.14/send',
    'http://93.184.215.14/send',
  ])('for the address %s', async (endpoint) => {
    const person = await testPerson(outside)
    const answer = await person.request('PUT', path, subscriptionOf(undefined, { endpoint }))
    expect([answer.status, answer.body.code]).toEqual([400, 'address_not_allowed'])
  })
})
