import { parentPort } from 'node:worker_threads'
import { craft, type Studio } from './media-renderer.ts'
import type { Order, Reply } from './renderer-thread.ts'

// One after another: the work is all computing, so two at once would only both be late.
let last: Promise<void> = Promise.resolve()

parentPort?.on('message', (order: Order<keyof Studio>) => {
  last = last.then(async () => parentPort?.postMessage(await reply(order)))
})

async function reply({ id, task, request }: Order<keyof Studio>): Promise<Reply> {
  try {
    // A task comes with its own request: whoever orders is held to it.
    return { id, made: await craft[task](request as never) }
  } catch (error) {
    return { id, error: String(error) }
  }
}
