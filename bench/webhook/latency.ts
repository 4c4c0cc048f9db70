import { setTimeout as delay } from 'node:timers/promises'
import { createRequest } from '../load/create-request.ts'
import { encodeRequest, openLine } from '../load/http-line.ts'
import { openLoop } from '../load/open-loop.ts'
import { makeKeys, seedAccounts } from '../world/accounts.ts'
import { freshDatabase } from '../world/fresh-database.ts'
import type { Server } from '../world/server.ts'
import { startStudio } from '../world/studio.ts'
import { openEventStream } from './event-stream.ts'
import { createWatch, type Latencies, type Watch } from './watch.ts'
import { startWorkingProvider } from './working-provider.ts'

const people = 10
const pollEvery = 3_000
/** One job in so many is also polled for. */
const polledShare = 4

type Order = { rate: number; seconds: number; webhooks: boolean }

export type LatencyWorld = AsyncDisposable & { measure(order: Order): Promise<Latencies> }

/**
 * A studio with people at their event streams, a provider that signs webhooks, and pollers as the
 * specification has them.
 */
export async function latencyWorld(server: Server): Promise<LatencyWorld> {
  const stack = new AsyncDisposableStack()
  const watch = createWatch()
  const fresh = stack.use(await freshDatabase(server))
  await seedAccounts(fresh.database, people)
  const provider = stack.use(await startWorkingProvider(watch.finished))
  const { url } = stack.use(
    await startStudio({ databaseUrl: fresh.url, roles: ['all'], providerUrl: provider.url }),
  )
  const keys = await makeKeys(fresh.database, people)
  for (const key of keys) {
    const onGeneration = (generation: unknown, at: number) => watch.seen(generation, 'stream', at)
    stack.defer(await openEventStream(url, { key, onGeneration }))
  }

  const measure = async ({ rate, seconds, webhooks }: Order) => {
    provider.sendsWebhooks = webhooks
    const pollers: Promise<void>[] = []
    const mark = `${webhooks}-${Math.round(performance.now())}`
    const request = (index: number) => {
      const name = `${mark}-${index}`
      const key = keys[index % keys.length] ?? ''
      if (webhooks && index % polledShare === 0) pollers.push(poll(watch, { url, key, name }))
      return { name, bytes: createRequest(url, { key, name }) }
    }
    await openLoop({ url, rate, seconds, request })
    await Promise.all(pollers)
    while (watch.arrived() < rate * seconds) await delay(20)
    return watch.take()
  }
  return { measure, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Asks for the history again and again until the job of this name is there and completed. */
async function poll(
  watch: Watch,
  { url, key, name }: { url: string; key: string; name: string },
): Promise<void> {
  const line = await openLine(url)
  const history = `${url}/api/image-generation/history?pageSize=100`
  const request = encodeRequest({
    method: 'GET',
    url: history,
    headers: { authorization: `Bearer ${key}` },
  })
  while (!watch.isSeen(name, 'polling')) {
    await delay(pollEvery)
    const { body } = await line.send(request)
    const { data } = JSON.parse(body) as { data: { generation: { request_id: string } }[] }
    const mine = data.find(({ generation }) => generation.request_id === name)
    if (mine) watch.seen(mine.generation, 'polling', performance.now())
  }
  line.close()
}
