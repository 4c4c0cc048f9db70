import { parentPort, workerData } from 'node:worker_threads'
import { type MediaRenderer, mediaRenderer } from './media-renderer.ts'
import { endOfRequests, type RenderReply, type RenderRequest } from './renderer-thread.ts'

// One after another: the work is all computing, so two at once would only delay both.
let last: Promise<void> = Promise.resolve()
let isEnding = false

parentPort?.on('message', (order: RenderRequest<keyof MediaRenderer> | typeof endOfRequests) => {
  if (order === endOfRequests) {
    isEnding = true
    parentPort?.close()
  } else {
    last = last.then(async () => {
      if (!isEnding) parentPort?.postMessage(await reply(order))
    })
  }
})

const isCancelled = () => Atomics.load(workerData as Uint8Array, 0) === 1

async function reply({
  id,
  task,
  request,
}: RenderRequest<keyof MediaRenderer>): Promise<RenderReply> {
  try {
    // The type of a request belongs to its task, as RenderRequest has it.
    return { id, made: await mediaRenderer[task](request as never, isCancelled) }
  } catch (error) {
    return { id, error: String(error) }
  }
}
