import { setTimeout as delay } from 'node:timers/promises'
import { type PlannedAccount, waitingPaths } from '../plan/plan.ts'
import { type Forging, forge } from './forge.ts'
import type { Answer, Http } from './http.ts'
import type { CreateRecord } from './record.ts'

/**
 * `files`: addresses of what it uploaded, by name. `cookie`: that of a browser where it is signed
 * in.
 */
export type Account = PlannedAccount & {
  id: string
  key: string
  cookie: string
  files: Readonly<Record<string, string>>
}

export type Client = { http: Http; webs: string[]; forging: Forging }

const retryPause = 250
const giveUpAfter = 180_000

/** Does all that is planned for one create, until its last answer is there. */
export async function runCreate(
  client: Client,
  account: Account,
  record: CreateRecord,
): Promise<void> {
  const { plan } = record
  const create = (hangUpAfter?: number) => sendCreate(client, account, record, hangUpAfter)
  if (plan.sending === 'hangs up and repeats') await create(plan.hangUpAfter)
  await (plan.sending === 'twice at once' ? Promise.all([create(), create()]) : create())
  const [id] = record.ids
  if (id === undefined) return

  await Promise.all([
    cancelLater(client, account, record, id),
    changeVisibility(client, account, record, id),
    plan.forge ? forge(client, record, id) : undefined,
  ])
  if (plan.sending === 'again afterwards') await create()
}

async function sendCreate(
  client: Client,
  account: Account,
  record: CreateRecord,
  hangUpAfter?: number,
): Promise<void> {
  const { plan } = record
  const isOpenAi = plan.path.startsWith('/v1/')
  const body = withFiles(plan.body, account)
  const answer = await sendUntilAnswered(client, account, record, {
    path: plan.path,
    what: isOpenAi ? 'create through /v1' : 'create',
    body: isOpenAi ? body : { ...body, request_id: plan.requestId },
    ...(isOpenAi && { headers: { 'idempotency-key': plan.requestId } }),
    ...(hangUpAfter !== undefined && { hangUpAfter }),
  })
  if (!answer) return
  // A request of /v1 that waited names its generation also where that has failed.
  const id = answer.generationId ?? (answer.status === 200 ? answer.body.id : undefined)
  if (id === undefined) {
    record.refused = `${answer.status} ${answer.body.code}`
    return
  }
  record.ids.add(String(id))
  record.charged.add(Number(answer.body.credits_charged))
  if (waitingPaths.has(plan.path)) record.awaited = answer.status === 200 ? 'made' : 'failed'
}

function withFiles(body: Record<string, unknown>, { files }: Account): Record<string, unknown> {
  const named = (value: unknown) => (typeof value === 'string' ? files[value] : undefined)
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, named(value) ?? value]),
  )
}

async function cancelLater(
  client: Client,
  account: Account,
  record: CreateRecord,
  id: string,
): Promise<void> {
  const { cancelAfter } = record.plan
  if (cancelAfter === null) return
  await delay(cancelAfter)
  const answer = await sendUntilAnswered(client, account, record, {
    path: `/api/generations/${id}/cancel`,
    what: 'cancel',
  })
  if (answer?.status === 200) record.cancelled = true
}

async function changeVisibility(
  client: Client,
  account: Account,
  record: CreateRecord,
  id: string,
): Promise<void> {
  for (const isPublic of record.plan.visibility) {
    const body = { is_public: isPublic }
    const answer = await sendUntilAnswered(client, account, record, {
      path: `/api/generations/${id}/visibility`,
      what: 'visibility',
      body,
    })
    if (answer?.status === 200) record.isPublic = isPublic
  }
}

type AuthorizedRequest = {
  path: string
  what: string
  body?: unknown
  headers?: Record<string, string>
  hangUpAfter?: number
}

/**
 * Repeats a request until a server gives a final answer: after a lost connection and after 503 the
 * same request is sent again.
 */
async function sendUntilAnswered(
  { http, webs }: Client,
  { key }: Account,
  record: CreateRecord,
  request: AuthorizedRequest,
): Promise<Answer | null> {
  const deadline = Date.now() + giveUpAfter
  const { path, ...rest } = request
  for (let attempt = 0; Date.now() < deadline; attempt++) {
    const url = `${webs[(record.plan.index + attempt) % webs.length]}${path}`
    const answer = await http.send({ method: 'POST', url, key, ...rest })
    const outcome =
      'lost' in answer ? answer.lost : `${answer.status} ${answer.body.code ?? ''}`.trim()
    record.steps.push({ at: Date.now(), what: request.what, outcome })
    if (!('lost' in answer) && answer.status !== 503) return answer
    if (request.hangUpAfter !== undefined) return null
    await delay(retryPause * Math.min(4, attempt + 1))
  }
  return null
}
