import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type ReplicateJob,
  signReplicateEvent,
  startReplicateServer,
} from '#testing/providers/replicate-server.ts'
import type { ServerAnswer, ServerCall } from '#testing/providers/test-server.ts'
import { type ProviderOutage, secondModel } from '../plan/second-provider.ts'
import { routedModel } from '../plan/several-providers.ts'
import type { ProviderJob } from './emulator.ts'

/** A second provider beside fal, which only breaks down as a whole. */
export type SecondProvider = {
  /** What the product's processes must know of it and of its model. */
  environment: Record<string, string>
  jobs(): ProviderJob[]
  /** When it rejected a submit for want of funds, in ms since 1970. */
  rejections: readonly number[]
  /**
   * Breaks down for so long, in ms, or until it breaks down in another way; `no-funds` lasts until
   * a submit was rejected.
   */
  fail(outage: ProviderOutage, forMs: number): Promise<void>
  /** Nothing listens at its address, or again. */
  setAway(isAway: boolean): Promise<void>
  stop(): Promise<void>
}

const webhookSecret = 'whsec_b25lIHJ1biBvZiBjaGFvcw=='
const webhookAttempts = 5

/**
 * Starts a server that speaks Replicate's API, in this process, and writes the definitions of its
 * model and of the one that several providers run. A job takes `runMs`.
 */
export async function startSecondProvider(
  modelsDirectory: string,
  runMs: number,
): Promise<SecondProvider> {
  const outages = createOutages()
  const jobs = new Map<string, ProviderJob>()
  const server = await startReplicateServer({
    runMs,
    around: outages.around,
    onEnd: (job) => {
      const known = jobOf(job)
      known.finishedAt = Date.now()
      if (outages.sendsEvents()) void postEvent(job, known)
    },
  })
  const jobOf = ({ id, input }: ReplicateJob): ProviderJob => {
    const known = jobs.get(id) ?? {
      ...{ id, endpoint: 'owner/model', input, faults: [], acceptedAt: Date.now() },
      ...{ finishedAt: null, httpStatus: null, webhooks: [] },
    }
    jobs.set(id, known)
    return known
  }
  await mkdir(modelsDirectory, { recursive: true })
  for (const model of [secondModel, routedModel])
    await writeFile(path.join(modelsDirectory, `${model.id}.json`), JSON.stringify(model))
  return {
    environment: {
      ...{ REPLICATE_API_TOKEN: 'token', REPLICATE_WEBHOOK_SECRET: webhookSecret },
      ...{ REPLICATE_API_URL: server.url, MODELS_DIR: modelsDirectory },
    },
    jobs: () => [...server.jobs.values()].map(jobOf),
    rejections: outages.rejections,
    fail: outages.fail,
    setAway: async (isAway) => {
      if (isAway) {
        server.server.close()
        server.server.closeAllConnections()
        return
      }
      server.server.listen(Number(new URL(server.url).port), '127.0.0.1')
      await once(server.server, 'listening')
    },
    stop: async () => void server.server.close(),
  }
}

/** Sends the event of a job's end until a process of the product takes it. */
async function postEvent({ id, webhook }: ReplicateJob, known: ProviderJob): Promise<void> {
  for (let attempt = 0; webhook !== null && attempt < webhookAttempts; attempt++) {
    const { body, headers } = signReplicateEvent(id, Date.now(), webhookSecret)
    const status = await fetch(webhook, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
    }).then(
      (response) => response.status,
      () => null,
    )
    known.webhooks.push({ at: Date.now(), kind: 'end', status })
    if (status === 200) return
    await delay(500)
  }
}

/** A period in which it is down. */
type Period = { outage: ProviderOutage; over: Promise<void>; end(): void }

function createOutages() {
  let current: Period | null = null
  let events = 0
  const { answerDuring, rejections } = createAnswers()

  async function fail(outage: ProviderOutage, forMs: number): Promise<void> {
    current?.end()
    const { promise: over, resolve: end } = Promise.withResolvers<void>()
    const own = { outage, over, end }
    current = own
    const before = rejections.length
    const isNoticed = () => outage !== 'no-funds' || rejections.length > before
    await delay(forMs)
    // While PostgreSQL is away nothing is submitted.
    for (let looks = 0; !isNoticed() && current === own && looks < 75; looks++) await delay(200)
    end()
    if (current === own) current = null
  }

  /** A provider that is down loses events, now and then also where it only loses answers. */
  const sendsEvents = () =>
    current === null ||
    current.outage === 'no-funds' ||
    (current.outage === 'lost-answers' && events++ % 2 === 0)

  const around = (call: ServerCall, answer: () => Promise<ServerAnswer>) =>
    current ? answerDuring(current, call, answer) : answer()

  return { around, fail, sendsEvents, rejections }
}

/** Answers as a provider does that is down. Half of the submits that get no answer are accepted. */
function createAnswers() {
  let calls = 0
  const rejections: number[] = []

  async function answerDuring(
    { outage, over }: Period,
    call: ServerCall,
    answer: () => Promise<ServerAnswer>,
  ): Promise<ServerAnswer> {
    const isSubmit = call.method === 'POST' && call.path.endsWith('/predictions')
    const number = calls++
    switch (outage) {
      case 'server-errors': {
        const status = [500, 502, 503][number % 3] ?? 500
        // A gateway that says 503 has passed nothing on.
        if (isSubmit && status !== 503 && number % 2 === 0) await answer()
        return { status, json: { detail: 'Service failure' } }
      }
      case 'no-answers':
        if (!isSubmit || number % 2 === 0) await answer()
        await over
        return 'drop'
      case 'no-funds':
        if (!isSubmit) return answer()
        rejections.push(Date.now())
        return {
          status: 402,
          json: { detail: 'You have insufficient credit to run this model' },
        }
      case 'lost-answers':
        await answer()
        return 'drop'
    }
  }

  return { answerDuring, rejections }
}
