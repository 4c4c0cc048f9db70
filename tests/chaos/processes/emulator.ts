import path from 'node:path'
import { startChild } from './child.ts'

/** A job as the emulator remembers it; times in ms since 1970. */
export type ProviderJob = {
  id: string
  endpoint: string
  /** `text`: of speech. */
  input: { prompt?: string; text?: string }
  faults: string[]
  acceptedAt: number
  finishedAt: number | null
  httpStatus: number | null
  webhooks: { at: number; kind: string; status: number | null }[]
}

export type Emulator = {
  url: string
  jobs(): Promise<ProviderJob[]>
  setAccount(state: 'ok' | 'locked' | 'exhausted' | 'key-refused'): Promise<void>
  /**
   * Sends a webhook signed with the emulator's key, or with a foreign one. Returns the status of the
   * answer, `null` for none.
   */
  sendWebhook(request: WebhookRequest): Promise<number | null>
  stop(): Promise<void>
}

export type WebhookRequest = {
  url: string
  body: unknown
  key: 'own' | 'foreign'
  requestId: string
  timestamp?: number
}

type Start = { dataDir: string; delayMs: number; concurrency: number; logFile: string }

/**
 * Starts the provider's emulator as a process of its own. A job takes about `delayMs`,
 * `concurrency` run at once.
 */
export async function startEmulator({
  dataDir,
  delayMs,
  concurrency,
  logFile,
}: Start): Promise<Emulator> {
  const script = path.join(import.meta.dirname, 'emulator-process.ts')
  const child = startChild({
    script,
    args: [dataDir, String(delayMs), String(concurrency)],
    logFile,
  })
  const { url } = (await child.started) as { url: string }
  const control = async (method: string, at: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json', authorization: 'Key chaos' }
    const response = await fetch(`${url}/control/${at}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok)
      throw new Error(`The emulator answered ${response.status} to ${at}: ${await response.text()}`)
    return response.json().catch(() => null) as Promise<unknown>
  }
  return {
    url,
    jobs: async () => (await control('GET', 'jobs')) as ProviderJob[],
    setAccount: async (state) => void (await control('PUT', 'account', { state })),
    sendWebhook: async (request) =>
      ((await control('POST', 'webhook', request)) as { status: number | null }).status,
    stop: child.stop,
  }
}
