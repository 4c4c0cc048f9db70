import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type ServerCall, samplePng, testHttpServer } from '#testing/providers/test-server.ts'
import type { ProviderJob } from './emulator.ts'

/** A third provider, which answers with the result and never breaks down. */
export type ThirdProvider = {
  environment: Record<string, string>
  jobs(): ProviderJob[]
  stop(): Promise<void>
}

/** Starts a server that speaks OpenAI's images, in this process. A job takes `runMs`. */
export async function startThirdProvider(runMs: number): Promise<ThirdProvider> {
  const jobs: ProviderJob[] = []
  const image = (await samplePng).toString('base64')
  const { url, server } = await testHttpServer(async (call: ServerCall) => {
    if (call.path !== '/v1/images/generations') return { json: { object: 'list', data: [] } }
    const input = call.json<{ prompt: string; n?: number }>()
    const job: ProviderJob = {
      ...{ id: randomUUID(), endpoint: 'images/generations', input, faults: [] },
      ...{ acceptedAt: Date.now(), finishedAt: null, httpStatus: 200, webhooks: [] },
    }
    jobs.push(job)
    await delay(runMs)
    job.finishedAt = Date.now()
    return {
      json: { data: Array.from({ length: input.n ?? 1 }, () => ({ b64_json: image })) },
      headers: { 'x-request-id': job.id },
    }
  })
  return {
    environment: { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'key' },
    jobs: () => jobs,
    stop: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
