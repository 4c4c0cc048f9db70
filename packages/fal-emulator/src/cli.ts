#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { readDocuments } from './documents.ts'
import { type EmulatorOptions, startEmulator } from './emulator.ts'

// The emulator as a process of its own: see the README for its options. Its lines on stdout are
// JSON; the first is `{"url":"…","port":…}`, or `{"error":"…"}`, after which it exits. SIGTERM and
// SIGINT end it.
const kinds = {
  port: 'number',
  'data-dir': 'text',
  media: 'text',
  faults: 'text',
  'failure-rate': 'number',
  random: 'number',
  'delay-ms': 'number',
  concurrency: 'number',
  control: 'switch',
  'user-id': 'text',
  'video-side': 'number',
  'slow-file-ms': 'number',
  'huge-file-bytes': 'number',
  'upload-limit': 'number',
  documents: 'documents',
} as const

type Kind = (typeof kinds)[keyof typeof kinds]

const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

try {
  const emulator = await startEmulator(readOptions())
  const end = async () => {
    await emulator.stop()
    process.exit()
  }
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  print({ url: emulator.url, port: emulator.port })
} catch (error) {
  print({ error: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
}

/**
 * The options of the command line, otherwise of the environment: `--delay-ms`,
 * `FAL_EMULATOR_DELAY_MS`.
 */
function readOptions(): EmulatorOptions {
  const options = Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [
      name,
      { type: kind === 'switch' ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  const { values } = parseArgs({ options })
  const given = Object.entries(kinds).flatMap(([name, kind]) => {
    const variable = `FAL_EMULATOR_${name.toUpperCase().replaceAll('-', '_')}`
    const value = values[name] ?? process.env[variable]
    if (value === undefined || value === '') return []
    const key = name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
    return [[key, readValue(`--${name}`, kind, value)]]
  })
  const read = Object.fromEntries(given) as Partial<EmulatorOptions>
  return { dataDir: '.', durable: read.dataDir !== undefined, ...read }
}

function readValue(name: string, kind: Kind, value: string | boolean) {
  if (kind === 'documents') return readDocuments(String(value))
  if (kind === 'text') return value
  if (kind === 'switch') return value !== 'false' && value !== '0'
  const number = Number(value)
  if (!Number.isFinite(number)) throw new Error(`${name} is a number, not "${value}"`)
  return number
}
