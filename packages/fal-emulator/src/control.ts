import { Hono } from 'hono'
import { exhausted, keyRefused, locked, type Refusal } from './errors.ts'
import type { EmulatorEnv, EmulatorParts } from './http.ts'
import type { Job } from './jobs/job.ts'
import { postSigned } from './post-signed.ts'

export const accountStates = ['ok', 'locked', 'exhausted', 'key-refused'] as const
export type AccountState = (typeof accountStates)[number]

const refusals: Record<AccountState, Refusal | undefined> = {
  ok: undefined,
  locked,
  exhausted,
  'key-refused': keyRefused,
}

/**
 * The state of the caller's account at the provider. In every state, running jobs and their status
 * continue.
 */
export class Account {
  #state: AccountState = 'ok'

  /** The answer to a submit or an upload in this state. */
  get refusal(): Refusal | undefined {
    return refusals[this.#state]
  }

  change(state: AccountState): void {
    this.#state = state
  }
}

type WebhookOrder = {
  url: string
  /** Text is sent as it is, anything else as JSON. */
  body: unknown
  key?: 'own' | 'foreign'
  requestId?: string
  userId?: string
  timestamp?: number
  forged?: boolean
}

const timeout = 30_000

/**
 * What tests may do and read: `PUT /account` `{ state }`, `GET /jobs`, and `POST /webhook` `{ url,
 * body, key, requestId, userId, timestamp, forged }`, which sends once and answers `{ status }`;
 * only the first two are required.
 */
export function controlRoutes({ account, queue, keys, userId }: EmulatorParts): Hono<EmulatorEnv> {
  const app = new Hono<EmulatorEnv>()

  app.put('/account', async (c) => {
    const { state } = (await c.req.json()) as { state?: AccountState }
    if (!state || !accountStates.includes(state))
      return c.json({ detail: `state: ${accountStates.join(', ')}` }, 422)
    account.change(state)
    return c.json({ state })
  })

  app.get('/jobs', (c) => c.json(Array.from(queue.all(), reportOn)))

  app.post('/webhook', async (c) => {
    const order = (await c.req.json()) as WebhookOrder
    const status = await postSigned({
      ...order,
      body: typeof order.body === 'string' ? order.body : JSON.stringify(order.body),
      key: order.key === 'foreign' ? keys.foreign : keys.own,
      requestId:
        order.requestId ??
        String((order.body as { request_id?: unknown } | null)?.request_id ?? ''),
      userId: order.userId ?? userId,
      timeout,
    }).done
    return c.json({ status })
  })

  return app
}

function reportOn({
  id,
  endpoint,
  input,
  faults,
  acceptedAt,
  startedAt,
  finishedAt,
  outcome,
  webhook,
}: Job) {
  return {
    ...{ id, endpoint, input, faults, acceptedAt },
    startedAt: startedAt ?? null,
    finishedAt: finishedAt ?? null,
    httpStatus: outcome?.httpStatus ?? null,
    webhooks: webhook?.attempts ?? [],
    webhookSettled: webhook?.settled ?? true,
  }
}
