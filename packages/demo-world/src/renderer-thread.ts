import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { MediaRenderer } from './media-renderer.ts'

export type RenderRequest<Task extends keyof MediaRenderer> = {
  id: number
  task: Task
  request: Parameters<MediaRenderer[Task]>[0]
}
/** The message after which the thread renders nothing more and ends. */
export const endOfRequests = 'end'

export type RenderReply = { id: number; made: unknown } | { id: number; error: string }

type PendingReply = { resolve(made: unknown): void; reject(error: Error): void }

/** Renders one request after another on its own thread, so that HTTP answers never wait for it. */
class RenderThread {
  readonly #waiting = new Map<number, PendingReply>()
  /** Its first byte is 1 once the thread is to end; a frame loop reads no messages. */
  #ending = new Uint8Array(new SharedArrayBuffer(1))
  #worker: Worker | undefined
  #lastId = 0

  run<Task extends keyof MediaRenderer>(
    task: Task,
    request: Parameters<MediaRenderer[Task]>[0],
  ): ReturnType<MediaRenderer[Task]> {
    const made = new Promise((resolve, reject) => {
      this.#worker ??= this.#start()
      const id = ++this.#lastId
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage({ id, task, request } satisfies RenderRequest<Task>)
    })
    return made as ReturnType<MediaRenderer[Task]>
  }

  /**
   * Lets the thread end by itself, after an image or the frame of a video: `terminate` during a call
   * of an image library, or while the thread still loads it, aborts the whole process.
   */
  async close(): Promise<void> {
    const worker = this.#worker
    if (!worker) return
    this.#failAll(new Error('The render thread ended'))
    const ended = once(worker, 'exit').catch(() => undefined)
    Atomics.store(this.#ending, 0, 1)
    this.#ending = new Uint8Array(new SharedArrayBuffer(1))
    worker.postMessage(endOfRequests)
    await ended
  }

  #start(): Worker {
    const started = new Worker(new URL('./renderer-worker.ts', import.meta.url), {
      workerData: this.#ending,
    })
    started.on('message', (reply: RenderReply) => {
      const asked = this.#waiting.get(reply.id)
      this.#waiting.delete(reply.id)
      if ('error' in reply) asked?.reject(new Error(reply.error))
      else asked?.resolve(reply.made)
    })
    started.on('error', (error) => this.#failAll(error))
    started.on('exit', () => this.#failAll(new Error('The render thread ended')))
    return started
  }

  #failAll(error: Error): void {
    this.#worker = undefined
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}

/** Renders on two threads, started when first needed, so that images never wait for videos. */
export function openRenderer(): MediaRenderer & { close(): Promise<void> } {
  const [images, videos] = [new RenderThread(), new RenderThread()]
  return {
    image: (request) => images.run('image', request),
    edit: (request) => images.run('edit', request),
    answer: (request) => images.run('answer', request),
    video: (request) => videos.run('video', request),
    audio: (request) => videos.run('audio', request),
    close: async () => {
      await Promise.all([images.close(), videos.close()])
    },
  }
}
