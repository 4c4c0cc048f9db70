import { Worker } from 'node:worker_threads'
import type { Studio } from './media-renderer.ts'

export type Order<Task extends keyof Studio> = {
  id: number
  task: Task
  request: Parameters<Studio[Task]>[0]
}
export type Reply = { id: number; made: unknown } | { id: number; error: string }

type Waiting = { resolve(made: unknown): void; reject(error: Error): void }

/**
 * Does work one after another on a thread of its own, so that answers over HTTP never wait for it.
 */
class RenderThread {
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #lastId = 0

  run<Task extends keyof Studio>(
    task: Task,
    request: Parameters<Studio[Task]>[0],
  ): ReturnType<Studio[Task]> {
    const made = new Promise((resolve, reject) => {
      this.#worker ??= this.#start()
      const id = ++this.#lastId
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage({ id, task, request } satisfies Order<Task>)
    })
    return made as ReturnType<Studio[Task]>
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const started = new Worker(new URL('./renderer-worker.ts', import.meta.url))
    started.on('message', (reply: Reply) => {
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

/** A studio on two threads, started when first needed: nobody's picture waits for a film. */
export function openStudio(): Studio & { close(): Promise<void> } {
  const [pictures, films] = [new RenderThread(), new RenderThread()]
  return {
    picture: (request) => pictures.run('picture', request),
    edit: (request) => pictures.run('edit', request),
    answer: (request) => pictures.run('answer', request),
    clip: (request) => films.run('clip', request),
    sound: (request) => films.run('sound', request),
    close: async () => {
      await Promise.all([pictures.close(), films.close()])
    },
  }
}
