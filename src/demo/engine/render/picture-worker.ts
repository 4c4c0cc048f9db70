import { parentPort } from 'node:worker_threads'
import { type PictureRequest, renderPicture } from '../../pictures/render-picture.ts'
import type { PictureReply } from './picture-thread.ts'

// One after another: the work is all computing, so two at once would only both be late.
let last: Promise<void> = Promise.resolve()

parentPort?.on('message', ({ id, request }: { id: number; request: PictureRequest }) => {
  last = last.then(async () => parentPort?.postMessage(await reply(id, request)))
})

async function reply(id: number, request: PictureRequest): Promise<PictureReply> {
  try {
    return { id, data: new Uint8Array(await renderPicture(request)) }
  } catch (error) {
    return { id, error: String(error) }
  }
}
