import { parentPort, workerData } from 'node:worker_threads'
import { startEmulator } from './emulator.ts'
import type { EmulatorMessage } from './emulator-thread.ts'

const tell = (message: EmulatorMessage) => parentPort?.postMessage(message)

try {
  const emulator = await startEmulator({
    ...workerData,
    log: (line) => tell({ kind: 'log', line }),
  })
  parentPort?.once('message', async () => {
    await emulator.stop()
    tell({ kind: 'stopped' })
  })
  tell({ kind: 'started', url: emulator.url, port: emulator.port })
} catch (error) {
  tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
}
