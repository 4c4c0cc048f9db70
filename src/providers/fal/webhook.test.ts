import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testFileHost } from '#testing/files.ts'
import { testEmulator } from '#testing/server.ts'
import { type SignedWebhook, webhookSender } from '#testing/webhook-sender.ts'
import { createFal } from './fal.ts'
import { readWebhook } from './webhook.ts'
import { createWebhookKeys } from './webhook-keys.ts'

const sender = await webhookSender()
const host = await testFileHost()
const minute = 60_000

async function verifier(options: { userId?: string } = {}) {
  let clock = Date.now()
  const keys = createWebhookKeys(sender.jwksUrl, () => clock)
  return {
    read: ({ body, headers }: SignedWebhook) =>
      readWebhook(
        { body, header: (name) => headers[name] },
        { keys, userId: options.userId, now: () => clock },
      ),
    pass: (ms: number) => {
      clock += ms
    },
    now: () => clock,
  }
}

describe('a webhook’s signature (docs/providers/fal.md#webhook-signature)', () => {
  it('is accepted, and the job id is returned', async () => {
    const { read } = await verifier()
    expect(await read(sender.sign({ requestId: 'r1' }))).toEqual({ requestId: 'r1' })
  })

  it.each<[string, (signed: SignedWebhook) => void]>([
    ['a changed body', (signed) => signed.body.write('X', 3)],
    ['another request id', ({ headers }) => (headers['x-fal-webhook-request-id'] = 'r2')],
    ['another user', ({ headers }) => (headers['x-fal-webhook-user-id'] = 'them')],
    [
      'another time',
      ({ headers }) =>
        (headers['x-fal-webhook-timestamp'] = String(Math.floor(Date.now() / 1000) - 9)),
    ],
    ['no signature', ({ headers }) => delete headers['x-fal-webhook-signature']],
    [
      'a signature of zeros',
      ({ headers }) => (headers['x-fal-webhook-signature'] = '0'.repeat(128)),
    ],
    ['half a signature', ({ headers }) => (headers['x-fal-webhook-signature'] = '0'.repeat(64))],
    ['a time that is none', ({ headers }) => (headers['x-fal-webhook-timestamp'] = 'now')],
  ])('is rejected with %s', async (_what, spoil) => {
    const { read } = await verifier()
    const signed = sender.sign({ requestId: 'r1' })
    spoil(signed)
    expect(await read(signed)).toBeNull()
  })

  it('is valid for 300 s before and after its time', async () => {
    const { read, now } = await verifier()
    for (const [offset, accepted] of [
      [-299, true],
      [-302, false],
      [298, true],
      [302, false],
    ] as const) {
      expect(
        (await read(sender.sign({ requestId: 'r1', at: now() + offset * 1000 }))) !== null,
      ).toBe(accepted)
    }
  })

  it('is rejected when header and body name different jobs', async () => {
    const { read } = await verifier()
    expect(await read(sender.sign({ requestId: 'r1', bodyId: 'r2' }))).toBeNull()
  })

  it('is rejected for another customer of the provider, if our user id is known', async () => {
    const { read } = await verifier({ userId: 'us' })
    expect(await read(sender.sign({ requestId: 'r1', userId: 'us' }))).not.toBeNull()
    expect(await read(sender.sign({ requestId: 'r1', userId: 'them' }))).toBeNull()
  })

  it('is rejected with a key that is not the provider’s', async () => {
    const { read } = await verifier()
    const foreign = generateKeyPairSync('ed25519').privateKey
    expect(await read(sender.sign({ requestId: 'r1', key: foreign }))).toBeNull()
  })
})

describe('the provider’s keys', () => {
  it('are fetched once, again for a new signing key, and not for every forged webhook', async () => {
    const { read, pass, now } = await verifier()
    const sign = () => sender.sign({ requestId: 'r1', at: now() })
    const before = sender.fetched()
    await Promise.all([read(sign()), read(sign()), read(sign())])
    expect(sender.fetched() - before).toBe(1)

    pass(2 * minute)
    sender.rotate()
    expect(await read(sign())).toEqual({ requestId: 'r1' })
    expect(sender.fetched() - before).toBe(2)

    const forged = sender.sign({
      requestId: 'r1',
      at: now(),
      key: generateKeyPairSync('ed25519').privateKey,
    })
    for (let attempt = 0; attempt < 5; attempt++) expect(await read(forged)).toBeNull()
    expect(sender.fetched() - before).toBe(2)
  })

  it('are cached for at most a day', async () => {
    const { read, pass, now } = await verifier()
    await read(sender.sign({ requestId: 'r1', at: now() }))
    const before = sender.fetched()
    pass(25 * 60 * minute)
    await read(sender.sign({ requestId: 'r1', at: now() }))
    expect(sender.fetched() - before).toBe(1)
  })

  it.each([
    [
      'too many bytes',
      JSON.stringify({ keys: [], filler: 'x'.repeat(1024 ** 2) }),
      /too large|bytes/i,
    ],
    ['no list', '{"keys":7}', /not a key set/],
  ])('with %s are rejected', async (_, text, message) => {
    const url = host.serve('wrong.json', Buffer.from(text))
    await expect(createWebhookKeys(url).current()).rejects.toThrow(message)
  })

  it('beyond the first sixteen are ignored', async () => {
    const { publicKey } = generateKeyPairSync('ed25519')
    const keys = Array.from({ length: 40 }, () => publicKey.export({ format: 'jwk' }))
    const url = host.serve('many.json', Buffer.from(JSON.stringify({ keys })))
    expect((await createWebhookKeys(url).current()).keys).toHaveLength(16)
  })

  it('that cannot be fetched cause a rejection, so that the sender retries', async () => {
    const keys = createWebhookKeys('http://127.0.0.1:1/jwks.json')
    const { body, headers } = sender.sign({ requestId: 'r1' })
    await expect(
      readWebhook({ body, header: (name) => headers[name] }, { keys, userId: undefined }),
    ).rejects.toThrow()
  })
})

it('reads the events of the emulator', async () => {
  const { url } = await testEmulator({ media: 'plain' })
  const received = Promise.withResolvers<SignedWebhook>()
  const webhookUrl = host.serve('event', async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    received.resolve({ body, headers: request.headers as SignedWebhook['headers'] })
    response.end()
  })
  const fal = createFal({
    id: 'fal',
    key: 'test:secret',
    queueUrl: url,
    restUrl: url,
    jwksUrl: `${url}/.well-known/jwks.json`,
    userId: 'atelier-demo',
  })
  const input = { prompt: 'a red fox', image_size: { width: 32, height: 32 } }
  const { job } = await fal.submit('fal-ai/flux/schnell', input, { webhookUrl })
  const { body, headers } = await received.promise
  const read = (bytes: Uint8Array) => fal.readWebhook?.(bytes, (name) => headers[name])
  expect(await read(body)).toEqual({ requestId: job.requestId })
  expect(await read(Buffer.concat([body, Buffer.from(' ')]))).toBeNull()
})
