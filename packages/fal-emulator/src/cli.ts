import { type EngineOptions, startEngine } from './emulator.ts'

// The engine as a process of its own: `node engine-process.ts '{"dataDir":"…"}'`. Its lines on
// stdout are JSON; the first is `{"url":"…","port":…}`, or `{"error":"…"}` and the end. SIGTERM and
// SIGINT end it.
const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

try {
  const options: EngineOptions = JSON.parse(process.argv[2] ?? '{}')
  const engine = await startEngine(options)
  const end = async () => {
    await engine.stop()
    process.exit()
  }
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  print({ url: engine.url, port: engine.port })
} catch (error) {
  print({ error: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
}
