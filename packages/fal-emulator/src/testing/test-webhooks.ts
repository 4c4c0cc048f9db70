import type { JsonWebKey } from 'node:crypto'
import {
  type EngineClient,
  type EngineWorld,
  engineWorld,
  type Submitted,
  tiny,
} from './test-emulator.ts'
import { type HookAnswer, type WebhookReceiver, webhookReceiver } from './webhook-receiver.ts'

/** A world of engines and of those whom they tell. */
export type WebhookWorld = EngineWorld & {
  receiver(...answers: HookAnswer[]): Promise<WebhookReceiver>
}

export async function webhookWorld(): Promise<WebhookWorld> {
  const world = await engineWorld()
  const receivers: WebhookReceiver[] = []
  return {
    ...world,
    start: (options) =>
      world.start({ pictures: 'plain', control: true, webhooks: { retryPause: 1 }, ...options }),
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

/** Submits a job that tells `hook`. */
export async function acceptedFor(
  hook: WebhookReceiver,
  engine: EngineClient,
  input: object = tiny,
) {
  const answer = await engine.submit(input, 'fal-ai/flux/schnell', { fal_webhook: hook.url })
  return answer.body as Submitted
}

export async function keySetOf(engine: EngineClient) {
  return (await engine.ask('/.well-known/jwks.json')).body as { keys: JsonWebKey[] }
}

export type JobReport = {
  id: string
  faults: string[]
  finishedAt: number | null
  httpStatus: number | null
  webhooks: { at: number; kind: string; status: number | null }[]
  webhookSettled: boolean
}

export async function reportsOf(engine: EngineClient): Promise<JobReport[]> {
  return (await engine.ask('/control/jobs')).body as JobReport[]
}
