import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createFalClient, type FalClient } from '@fal-ai/client'
import { createAdaptorServer } from '@hono/node-server'
import { afterAll } from 'vitest'
import { initialValues } from '#catalogue/form-values.ts'
import type { Model } from '#catalogue/model.ts'
import type { testStudio } from './studio.ts'

/** The app on a loopback socket, for clients that speak real HTTP; closed after the file's tests. */
export async function serveStudio({ app }: Pick<Awaited<ReturnType<typeof testStudio>>, 'app'>): Promise<string> {
  const server = createAdaptorServer({ fetch: app.fetch })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(async () => {
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

/** An input that the model takes: what its form starts with, and words where the form waits for them. */
export function inputFor(model: Model, own: Record<string, unknown> = {}): Record<string, unknown> {
  const awaited = Object.entries(model.fields).filter(
    ([, field]) => field.control.kind === 'text' && !field.schema.safeParse(field.initially).success,
  )
  const words = Object.fromEntries(awaited.map(([name]) => [name, 'a red fox']))
  const wanted = Object.entries(own).filter(([name]) => name in model.fields)
  return { ...initialValues(model), ...words, ...Object.fromEntries(wanted) }
}
