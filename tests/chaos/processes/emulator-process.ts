import { startEmulator } from '@atelier/fal-emulator'

/**
 * The provider's emulator. It is never killed: what it accepted is the truth that everything else
 * is compared with.
 */
const options = {
  dataDir: String(process.argv[2]),
  delayMs: Number(process.argv[3]),
  concurrency: Number(process.argv[4]),
  durable: false,
  media: 'plain',
  control: true,
} as const
const emulator = await startEmulator(options)
const end = () => void emulator.stop().then(() => process.exit(0))
for (const event of ['SIGTERM', 'disconnect']) process.once(event, end)
if (process.connected) process.send?.({ kind: 'started', url: emulator.url })
else end()
