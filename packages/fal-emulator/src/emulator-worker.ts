import { parentPort, workerData } from 'node:worker_threads'
import { startEmulator } from './emulator.ts'
import type { EmulatorMessage } from './emulator-thread.ts'

const post = (message: EmulatorMessage) => parentPort?.postMessage(message)

try {
  const emulator = await startEmulator({
    ...workerData,
    log: (line) => post({ kind: 'log', line }),
  })
  parentPort?.once('message', async () => {
    await emulator.stop()
    process.exit()
  })
  post({ kind: 'started', url: emulator.url, port: emulator.port })
} catch (error) {
  post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
}
