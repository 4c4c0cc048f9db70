import { setTimeout as delay } from 'node:timers/promises'
import type { PlannedAccount } from '../plan/plan.ts'
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
  const answer = await sendUntilAnswered(client, account, record, {
    path: plan.path,
    what: 'create',
    body: { ...withFiles(plan.body, account), request_id: plan.requestId },
    ...(hangUpAfter !== undefined && { hangUpAfter }),
  })
  if (!answer) return
  if (answer.status === 200) {
    record.ids.add(String(answer.body.id))
    record.charged.add(Number(answer.body.credits_charged))
  } else {
    record.refused = `${answer.status} ${answer.body.code}`
  }
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

type AuthorizedRequest = { path: string; what: string; body?: unknown; hangUpAfter?: number }

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
