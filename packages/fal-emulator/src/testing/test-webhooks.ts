import type { JsonWebKey } from 'node:crypto'
import {
  type EmulatorClient,
  type SubmittedRequest,
  type TestEmulators,
  testEmulators,
  tiny,
} from './test-emulator.ts'
import { type HookAnswer, type WebhookReceiver, webhookReceiver } from './webhook-receiver.ts'

/** Emulators and the receivers of their webhooks. */
export type TestWebhooks = TestEmulators & {
  receiver(...answers: HookAnswer[]): Promise<WebhookReceiver>
}

export async function testWebhooks(): Promise<TestWebhooks> {
  const world = await testEmulators()
  const receivers: WebhookReceiver[] = []
  return {
    ...world,
    start: (options) =>
      world.start({ media: 'plain', control: true, webhooks: { retryPause: 1 }, ...options }),
    receiver: async (...answers) => {
      const receiver = await webhookReceiver(...answers)
      receivers.push(receiver)
      return receiver
    },
    close: async () => {
      await Promise.all(receivers.map((receiver) => receiver.close()))
      await world.close()
    },
  }
}

/** Submits a job with `hook` as its webhook. */
export async function acceptedFor(
  hook: WebhookReceiver,
  emulator: EmulatorClient,
  input: object = tiny,
) {
  const answer = await emulator.submit(input, 'fal-ai/flux/schnell', { fal_webhook: hook.url })
  return answer.body as SubmittedRequest
}

export async function keySetOf(emulator: EmulatorClient) {
  return (await emulator.send('/.well-known/jwks.json')).body as { keys: JsonWebKey[] }
}

export type JobReport = {
  id: string
  faults: string[]
  finishedAt: number | null
  httpStatus: number | null
  webhooks: { at: number; kind: string; status: number | null }[]
  webhookSettled: boolean
}

export async function reportsOf(emulator: EmulatorClient): Promise<JobReport[]> {
  return (await emulator.send('/control/jobs')).body as JobReport[]
}
