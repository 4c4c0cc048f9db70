import { Worker } from 'node:worker_threads'
import type { PictureRequest } from '../../pictures/render-picture.ts'

export type PictureReply = { id: number; data: Uint8Array } | { id: number; error: string }

export type PictureThread = {
  render(request: PictureRequest): Promise<Buffer>
  close(): Promise<void>
}

type Waiting = { resolve(data: Buffer): void; reject(error: Error): void }

/** Renders pictures one after another on a thread of its own, so that answers over HTTP never wait for a picture. */
export function openPictureThread(): PictureThread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let lastId = 0

  const failAll = (error: Error) => {
    worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  const start = (): Worker => {
    const started = new Worker(new URL('./picture-worker.ts', import.meta.url))
    started.on('message', (reply: PictureReply) => {
      const asked = waiting.get(reply.id)
      waiting.delete(reply.id)
      if ('data' in reply) asked?.resolve(Buffer.from(reply.data.buffer))
      else asked?.reject(new Error(reply.error))
    })
    started.on('error', failAll)
    started.on('exit', () => failAll(new Error('The picture thread ended')))
    return started
  }

  return {
    render: (request) =>
      new Promise((resolve, reject) => {
        worker ??= start()
        lastId++
        waiting.set(lastId, { resolve, reject })
        worker.postMessage({ id: lastId, request })
      }),
    close: async () => {
      await worker?.terminate()
    },
  }
}
