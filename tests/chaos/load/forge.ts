import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kind } from '#core/models/rules/kinds.ts'
import { kindFacts } from '#core/models/rules/kinds.ts'
import type { Database } from '#platform/database/database.ts'
import type { Findings } from '../checks/violation.ts'
import type { Emulator } from '../processes/emulator.ts'
import type { Client } from './create.ts'
import type { CreateRecord } from './record.ts'

/** What a forger has: the database's secrets, even, and the emulator's key for some of it. */
export type Forging = { database: Database; emulator: Emulator; findings: Findings }

type Target = { id: string; accountId: string; kind: Kind; token: string; requestId: string }

/**
 * Sends webhooks that must change nothing: unsigned, with a false signature, signed by a stranger's
 * key, signed long ago, with the wrong token, for another job, and by fal for a job of another
 * provider. Even the token of the generation is known to this forger.
 */
export async function forge(
  { http, webs, forging }: Client,
  record: CreateRecord,
  id: string,
): Promise<void> {
  const target = await findTarget(forging.database, id)
  if (!target) return
  const body = {
    request_id: target.requestId,
    gateway_request_id: target.requestId,
    status: 'OK',
    payload: {},
  }
  const address = `${webs[0]}${kindFacts[target.kind].webhookPath}`
  const url = `${address}?account=${target.accountId}&generation=${id}&token=${target.token}`

  const now = Math.floor(Date.now() / 1000)
  const other = '00000000-0000-4000-8000-000000000000'
  const wrongToken = `${address}?account=${target.accountId}&generation=${id}&token=${other}`
  const signed = [
    ['the wrong token', { url: wrongToken, body, key: 'own', requestId: target.requestId }],
    ['another job', { url, body: { ...body, request_id: other }, key: 'own', requestId: other }],
    ['a stranger’s key', { url, body, key: 'foreign', requestId: target.requestId }],
    [
      'signed long ago',
      { url, body, key: 'own', requestId: target.requestId, timestamp: now - 3_600 },
    ],
  ] as const
  const own = [
    'another provider’s job',
    { url, body, key: 'own', requestId: target.requestId },
  ] as const
  const sent = record.plan.provider === 'replicate' ? [...signed, own] : signed
  for (const [what, request] of sent) {
    const status = await forging.emulator
      .sendWebhook(request)
      .catch((error: unknown) => String(error))
    validate(forging, record, id, what, status)
  }
  for (const [what, headers] of unsigned(target.requestId)) {
    const answer = await http.send({ method: 'POST', url, what: 'forged webhook', body, headers })
    validate(forging, record, id, what, 'lost' in answer ? answer.lost : answer.status)
  }
}

function unsigned(requestId: string): [string, Record<string, string>][] {
  const headers = {
    'x-fal-webhook-request-id': requestId,
    'x-fal-webhook-user-id': 'forger',
    'x-fal-webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'x-fal-webhook-signature': randomBytes(64).toString('hex'),
  }
  return [
    ['unsigned', {}],
    ['a false signature', headers],
  ]
}

function validate(
  { findings }: Forging,
  record: CreateRecord,
  id: string,
  what: string,
  outcome: number | string | null,
): void {
  record.steps.push({ at: Date.now(), what: `forged webhook (${what})`, outcome: String(outcome) })
  const broken = outcome === 200 ? [{ generation: id, detail: `${what} was accepted` }] : []
  findings.note('forged webhooks are refused', 1, broken)
}

const patience = 3_000

/**
 * Only a generation whose job is known: before, any job of the right token may be the lost answer.
 */
async function findTarget(database: Database, id: string): Promise<Target | null> {
  for (const limit = Date.now() + patience; Date.now() < limit; await delay(200)) {
    const row = await database
      .selectFrom('generation')
      .select(['account_id', 'kind', 'webhook_token', 'provider_job'])
      .where('id', '=', id)
      .executeTakeFirst()
      .catch(() => undefined)
    if (row?.provider_job)
      return {
        id,
        accountId: row.account_id,
        kind: row.kind,
        token: row.webhook_token,
        requestId: row.provider_job.requestId,
      }
  }
  return null
}
