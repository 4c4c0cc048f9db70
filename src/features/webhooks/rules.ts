import type { OperatorEvent } from '#core/operators/rules.ts'

/** The events of a generation: how it ended. */
export const generationEvents = [
  'generation.completed',
  'generation.partial',
  'generation.failed',
] as const

export type GenerationEvent = (typeof generationEvents)[number]

/** What an endpoint can receive. */
export type WebhookEvent = GenerationEvent | OperatorEvent

/** Stands for the account of endpoints that belong to the operators. */
export const operatorsId = '00000000-0000-0000-0000-000000000000'

/** The type of the message that tries an endpoint; every endpoint receives it. */
export const testEvent = 'webhook.test'

/** How many endpoints an account may have, and the operators together. */
export const maxEndpoints = 5

/** How many messages to one endpoint are under way at a time. */
export const sentAtOnce = 4

/** How long an endpoint may take to answer, in ms. */
export const answerTime = 10_000

/** How long a message stays with the worker that sends it, in ms. */
export const deliveryLease = 30_000

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** The pauses between attempts, in ms, as Standard Webhooks recommends: for about three days. */
const pauses = [
  ...[5 * second, 5 * minute, 30 * minute],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
]

/** How often a message is sent until it is given up. */
export const maxDeliveryAttempts = pauses.length + 1

/** The pause before the next attempt, in ms; `null`: it was the last. `attempts`: made so far. */
export function deliveryPause(attempts: number): number | null {
  return pauses[attempts - 1] ?? null
}

/** How long the other messages to an endpoint wait at most after one that failed, in ms. */
export const othersPause = minute

/** How long a message can be looked up and sent again, in ms. */
export const deliveryRetention = 30 * 24 * hour

/** For how long messages are signed with the previous secret, too, in ms. */
export const oldSecretTime = 24 * hour
