import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type ApiError, createFalClient, type FalClient } from '@fal-ai/client'
import { createAdaptorServer } from '@hono/node-server'
import { expect } from 'vitest'
import { afterFile } from './after-file.ts'
import { testClient, type testServer } from './server.ts'

/**
 * The app on a loopback socket, for clients that speak real HTTP; closed after the file's tests.
 */
export async function serveApp({
  app,
}: Pick<Awaited<ReturnType<typeof testServer>>, 'app'>): Promise<string> {
  const server = createAdaptorServer({ fetch: app.fetch })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterFile(async () => {
    server.close()
    if ('closeAllConnections' in server) server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** fal's own client, unmodified, going through the proxy at `url` with one of our API keys. */
export function falClient(url: string, key: string): FalClient {
  return createFalClient({
    credentials: () => undefined,
    proxyUrl: { url: `${url}/api/wan/fal/proxy`, when: 'always' },
    requestMiddleware: async (request) => ({
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${key}` },
    }),
  })
}

/**
 * An account of its own, fal's client with its key, and the same calls by hand: nothing is
 * repeated, all is seen.
 */
export async function falVisitor(
  server: Awaited<ReturnType<typeof testServer>>,
  url: string,
  money = {},
) {
  const client = await testClient(server, money)
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/api/wan/fal/proxy`, {
      method,
      headers: {
        authorization: `Bearer ${client.key}`,
        'content-type': 'application/json',
        'x-fal-target-url': `https://queue.fal.run/${path}`,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  return { ...client, fal: falClient(url, client.key), call }
}

type Refused = ApiError<{ detail: unknown; error: string; code: string; status?: string }>

/** What a call of fal's client was refused with. */
export function refusal(call: Promise<unknown>): Promise<Refused> {
  return call.then(
    () => expect.unreachable('it was not refused'),
    (error) => error,
  )
}
