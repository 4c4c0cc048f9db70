import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { findRevoked, markOf } from '#core/accounts/sign-in/authenticate.ts'
import { readAllowedModels } from '#core/accounts/start-checks.ts'
import type { AccountRow } from '#core/accounts/tables.ts'
import { cancelGeneration } from '#core/generations/cancel-generation.ts'
import { type GenerationWithMedia, readGeneration } from '#core/generations/read-generation.ts'
import { createLogReader, type LogReader } from '#core/generations/read-job-logs.ts'
import { readerOf } from '#core/generations/routes/present-generation.ts'
import { isOpen } from '#core/generations/rules/status.ts'
import type { ApiOptions, RequestContext } from '#core/http/env.ts'
import { HttpError } from '#core/http/errors.ts'
import { modelOf } from '#core/models/rules/catalogue.ts'
import type { Model } from '#core/models/rules/model.ts'
import { Refused } from '#core/refused.ts'
import { addressesOf, presentResult, presentStatus } from './present-job.ts'
import { type JobState, streamStatus } from './stream-status.ts'
import { submit } from './submit.ts'
import {
  findAction,
  type JobAction,
  modelApplication,
  type SubmitAction,
  type Target,
} from './target.ts'

type Found = GenerationWithMedia & { model: Model }
/** One call: the account, the job, and the query. */
type Call = { c: RequestContext; account: AccountRow; job: JobAction; query: URLSearchParams }

/**
 * Answers fal's queue protocol (docs/providers/fal.md) from our own records. A job of another
 * account, of another application and a missing one give the same answer: 404.
 */
export function createQueue(options: ApiOptions) {
  const readLogs = createLogReader(options.context)
  return async (c: RequestContext, account: AccountRow, target: Target): Promise<Response> => {
    const { method } = c.req
    const allowed = method === 'POST' ? await readAllowedModels(options.context, account.id) : null
    const action = findAction(method, target, allowed)
    if (action.verb === 'submit') return accept(options, c, account, action)

    const call = { c, account, job: action, query: target.query }
    const found = await find(options, call)
    c.header('x-fal-request-id', action.id)
    switch (action.verb) {
      case 'status':
        return tellStatus(call, await look(readLogs, call, found))
      case 'stream':
        return streamStatus(options, c, {
          accountId: account.id,
          id: action.id,
          wantsLogs: wantsLogs(call),
          look: async () => {
            await requireStillKnown(options, c)
            return look(readLogs, call, await find(options, call))
          },
        })
      case 'result':
        return tellResult(call, found)
      case 'cancel':
        return cancel(options, call)
    }
  }
}

async function accept(
  options: ApiOptions,
  c: RequestContext,
  account: AccountRow,
  action: SubmitAction,
) {
  const row = await submit(options, c, account, action)
  const model = modelOf(row) ?? action.model
  c.header('x-fal-request-id', row.id)
  const addresses = addressesOf(row.id, model, c.get('origin'))
  return c.json(
    {
      status: 'IN_QUEUE',
      request_id: row.id,
      queue_position: row.queue_position ?? 0,
      ...addresses,
    },
    200,
  )
}

async function find({ context }: ApiOptions, { account, job }: Call): Promise<Found> {
  const found = await readGeneration(context, account.id, job.id)
  const model = modelOf(found.row)
  if (!model || modelApplication(model) !== job.application)
    throw new Refused({ reason: 'not_found' })
  return { ...found, model }
}

async function look(readLogs: LogReader, call: Call, { row, model }: Found): Promise<JobState> {
  const [language, origin] = [call.c.get('language'), call.c.get('origin')]
  return {
    logs: wantsLogs(call) && row.status !== 'pending' ? await readLogs(row) : [],
    isOver: !isOpen(row.status),
    present: (logs) => presentStatus(row, { model, origin, language, logs }),
  }
}

/**
 * Throws `Refused` `not_signed_in` when the caller's credential was revoked; a stream stays open
 * for long.
 */
async function requireStillKnown({ context }: ApiOptions, c: RequestContext): Promise<void> {
  const credential = c.get('credential')
  const revoked = credential && (await findRevoked(context, [markOf(credential)]))
  if (!revoked || revoked.length > 0) throw new Refused({ reason: 'not_signed_in' })
}

function wantsLogs({ query }: Call): boolean {
  return !['', '0', 'false'].includes(query.get('logs') ?? '')
}

function tellStatus({ c }: Call, { logs, isOver, present }: JobState) {
  return c.json(present(logs), isOver ? 200 : 202)
}

function tellResult({ c, account }: Call, found: Found) {
  if (isOpen(found.row.status)) throw new HttpError('not_finished')
  const { status, body, headers } = presentResult(found, found.model, readerOf(c, account))
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  return c.json(body, status as ContentfulStatusCode)
}

/**
 * A missing job and one that cannot be cancelled are reported in fal's format
 * (answers/refuse-as-fal.ts).
 */
async function cancel(options: ApiOptions, call: Call) {
  const cancellation = await cancelGeneration(options.context, call.account.id, call.job.id)
  return cancellation === 'cancelled'
    ? call.c.json({ status: 'OK' }, 200)
    : call.c.json({ status: 'CANCELLATION_REQUESTED' }, 202)
}
