import OpenAI, { type APIError } from 'openai'
import { expect } from 'vitest'
import { testClient, type testServer } from './server.ts'

/** OpenAI's own client, unmodified, with one of our API keys; it repeats nothing by itself. */
export function openAiClient(url: string, apiKey: string): OpenAI {
  return new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries: 0 })
}

/** An account of its own with OpenAI's client. */
export async function openAiVisitor(
  server: Awaited<ReturnType<typeof testServer>>,
  url: string,
  money = {},
) {
  const client = await testClient(server, money)
  /** The images of its history, the newest first. */
  const images = async () => {
    const { body } = await client.request('GET', '/api/image-generation/history')
    return body.data.map(({ generation }: { generation: object }) => generation) as {
      id: string
      status: string
      credits_charged: number
    }[]
  }
  return { ...client, images, openai: openAiClient(url, client.key) }
}

/** What a call of OpenAI's client was refused with. */
export function openAiRefusal(call: Promise<unknown>): Promise<APIError> {
  return call.then(
    () => expect.unreachable('it was not refused'),
    (error) => error,
  )
}
