import { setTimeout as delay } from 'node:timers/promises'
import type { Command, OpenOrder, ReceivedEvents } from './events.ts'
import { type EventStream, openEventStream } from './support/load.ts'

/**
 * Holds event streams in a process of its own: reading them must delay nothing that is measured.
 */
const streams = new Set<EventStream>()
let received: ReceivedEvents = { arrivals: [], refetches: 0, broken: 0, open: 0 }

/** From this process's clock to the machine's, in ms. */
const offset = Number(process.hrtime.bigint()) / 1e6 - performance.now()

async function openOne({ url, lastEventId, until }: OpenOrder, key: string): Promise<void> {
  const reached = Promise.withResolvers<void>()
  const states = new Set<string>()
  const onEvent = (name: string, data: string, at: number) => {
    if (name === until) reached.resolve()
    if (name === 'refetch') received.refetches++
    if (name !== 'generation') return
    const state = `${/"id":"([^"]+)"/.exec(data)?.[1]} ${data.includes('"is_favorite":true')}`
    // A state that a stream is sent twice counts once.
    if (!states.has(state)) received.arrivals.push({ state, at: at + offset })
    states.add(state)
  }
  const stream = await openEventStream({ url, key, lastEventId, onEvent })
  streams.add(stream)
  void stream.closed.then(() => {
    if (streams.delete(stream)) received.broken++
  })
  if (until !== undefined) await reached.promise
}

async function open(order: OpenOrder): Promise<void> {
  const queue = Array<string[]>(order.each).fill(order.keys).flat().values()
  const openInTurn = async () => {
    for (const key of queue) await openOne(order, key)
  }
  await Promise.all(Array.from({ length: order.atOnce }, openInTurn))
}

/** Closes every stream; returns what they received once the server has seen their end. */
async function close(): Promise<ReceivedEvents> {
  const closing = [...streams]
  streams.clear()
  for (const stream of closing) stream.close()
  await Promise.all(closing.map(({ closed }) => closed))
  await delay(500)
  const result = { ...received, open: closing.length }
  received = { arrivals: [], refetches: 0, broken: 0, open: 0 }
  return result
}

process.on('message', async (command: Command) => {
  process.send?.((command === 'close' ? await close() : await open(command)) ?? null)
})
process.once('disconnect', () => process.exit(0))
