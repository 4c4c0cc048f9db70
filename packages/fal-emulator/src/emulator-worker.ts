import { parentPort, workerData } from 'node:worker_threads'
import { startEngine } from './emulator.ts'
import type { FromEngine } from './emulator-thread.ts'

const tell = (message: FromEngine) => parentPort?.postMessage(message)

try {
  const engine = await startEngine({ ...workerData, log: (line) => tell({ kind: 'log', line }) })
  parentPort?.once('message', async () => {
    await engine.stop()
    tell({ kind: 'stopped' })
  })
  tell({ kind: 'started', url: engine.url, port: engine.port })
} catch (error) {
  tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
}
