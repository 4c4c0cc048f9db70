import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Emulator, EmulatorOptions } from './emulator.ts'

export type EmulatorMessage =
  | { kind: 'started'; url: string; port: number }
  | { kind: 'failed'; message: string }
  | { kind: 'log'; line: object }

/**
 * Starts the emulator on its own thread, so that it takes no time from the caller's. It ends with
 * the process. Throws what `startEmulator` throws.
 */
export async function startEmulatorThread({
  log = () => {},
  ...options
}: EmulatorOptions): Promise<Emulator> {
  const worker = new Worker(new URL('./emulator-worker.ts', import.meta.url), {
    workerData: options,
  })
  worker.on('error', (error) => log({ event: 'emulator-broke', error: String(error) }))
  worker.on('message', (message: EmulatorMessage) => {
    if (message.kind === 'log') log(message.line)
  })

  const started = await firstMessage(worker, ['started', 'failed'])
  if (started.kind !== 'started') {
    throw new Error(started.kind === 'failed' ? started.message : 'The emulator did not start')
  }
  return {
    url: started.url,
    port: started.port,
    stop: async () => {
      const ended = once(worker, 'exit')
      worker.postMessage('stop')
      await ended
    },
  }
}

function firstMessage(worker: Worker, kinds: EmulatorMessage['kind'][]): Promise<EmulatorMessage> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: EmulatorMessage) => {
      if (kinds.includes(message.kind)) resolve(message)
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The emulator ended')))
  })
}
