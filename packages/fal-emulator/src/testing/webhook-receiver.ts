import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedWebhook = {
  path: string
  headers: IncomingHttpHeaders
  raw: Buffer
  body: Record<string, unknown>
}

/** A status; or no answer: at once, or until `release`, which answers 200. */
export type HookAnswer = number | 'hang-up' | 'hold'
export type WebhookReceiver = Awaited<ReturnType<typeof webhookReceiver>>

/** Receives webhooks on loopback. Each gets the next of `answers`, the last of them repeats. */
export async function webhookReceiver(...answers: HookAnswer[]) {
  const received: ReceivedWebhook[] = []
  const held: ServerResponse[] = []
  const server = createServer(async (request, response) => {
    const raw = Buffer.concat(await request.toArray())
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? 200
    received.push({
      path: request.url ?? '',
      headers: request.headers,
      raw,
      body: JSON.parse(raw.toString()),
    })
    if (answer === 'hang-up') request.socket.destroy()
    else if (answer === 'hold') held.push(response)
    else response.writeHead(answer, { location: '/elsewhere' }).end('{"received":true}')
    server.emit('received')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?generation=7&token=a%20b`,
    received,
    /** The first `count` webhooks, as soon as they have arrived. */
    async first(count: number): Promise<[ReceivedWebhook, ...ReceivedWebhook[]]> {
      while (received.length < count) await once(server, 'received')
      return received.slice(0, count) as [ReceivedWebhook, ...ReceivedWebhook[]]
    },
    release() {
      for (const response of held.splice(0)) response.writeHead(200).end()
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/**
 * Whether the signature matches one of the keys. Written from the protocol, independent of the
 * emulator's and the product's code.
 */
export function isSigned(
  { headers, raw }: ReceivedWebhook,
  { keys }: { keys: JsonWebKey[] },
): boolean {
  const header = (name: string) => String(headers[`x-fal-webhook-${name}`])
  const digest = createHash('sha256').update(raw).digest('hex')
  const message = `${header('request-id')}\n${header('user-id')}\n${header('timestamp')}\n${digest}`
  const signature = Buffer.from(header('signature'), 'hex')
  return keys.some((key) =>
    verify(
      null,
      Buffer.from(message),
      createPublicKey({ key: { ...key }, format: 'jwk' }),
      signature,
    ),
  )
}
