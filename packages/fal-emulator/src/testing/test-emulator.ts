import { promises as disk } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Emulator, type EmulatorOptions, startEmulator } from '../emulator.ts'

/** A temporary directory and the emulators started on it, all removed by `close`. */
export type TestEmulators = {
  dataDir: string
  start(options?: Partial<EmulatorOptions>): Promise<EmulatorClient>
  close(): Promise<void>
}

export async function testEmulators(): Promise<TestEmulators> {
  const dataDir = await disk.mkdtemp(join(tmpdir(), 'atelier-emulator-'))
  const started: Emulator[] = []
  return {
    dataDir,
    start: async (options) => {
      const emulator = await startEmulator({ dataDir, delayMs: 1, ...options })
      started.push(emulator)
      return { ...clientOf(emulator.url), stop: emulator.stop }
    },
    close: async () => {
      await Promise.all(started.map((emulator) => emulator.stop().catch(() => undefined)))
      await disk.rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export type Answer = { status: number; headers: Headers; body: unknown }
export type SubmittedRequest = {
  request_id: string
  status_url: string
  response_url: string
  cancel_url: string
}
export type EmulatorClient = ReturnType<typeof clientOf> & { stop(): Promise<void> }

/** Longer than any test waits: for tests that observe jobs while they wait or run. */
export const forever = 10 * 60_000

/** A prompt and the smallest image, which renders in a few ms. */
export const tiny = { prompt: 'a red fox', image_size: { width: 32, height: 32 } }

const headers = { authorization: 'Key test:secret', 'content-type': 'application/json' }

/** Uses the protocol by plain fetch, as the product does. */
export function clientOf(url: string) {
  const send = async (address: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(new URL(address, url), { headers, ...init })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: parsed(text) }
  }
  const submit = (
    input: unknown = tiny,
    endpoint = 'fal-ai/flux/schnell',
    query: Record<string, string> = {},
  ) =>
    send(`/${endpoint}?${new URLSearchParams(query)}`, {
      method: 'POST',
      body: JSON.stringify(input),
    })
  return {
    url,
    send,
    submit,
    /** Submits and asserts nothing: for tests of later steps. */
    accepted: async (input?: unknown, endpoint?: string) =>
      (await submit(input, endpoint)).body as SubmittedRequest,
    cancel: (job: SubmittedRequest) => send(job.cancel_url, { method: 'PUT' }),
    status: (job: SubmittedRequest) => send(`${job.status_url}?logs=1`),
    result: (job: SubmittedRequest) => send(job.response_url),
    /** Returns when the status stream has closed, which it does once the job has completed. */
    completed: async (job: SubmittedRequest) => {
      await send(`${job.status_url}/stream`)
    },
    stats: async () => (await send('/stats')).body,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
