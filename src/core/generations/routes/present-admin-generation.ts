import { failureMessage } from '#core/texts/contract/error-messages.ts'
import type { Language } from '#platform/languages/languages.ts'
import type {
  AdminGenerationLine,
  AdminGenerationView,
  TimelineEntry,
} from '../admin-generations-contract.ts'
import type { findGenerationsFor, readGenerationWhole } from '../find-generations.ts'
import { canRefund } from '../refund-generation.ts'
import { decideRetry } from '../rules/retry-generation.ts'

type Line = Awaited<ReturnType<typeof findGenerationsFor>>[number]
type Whole = Awaited<ReturnType<typeof readGenerationWhole>>

/** Presents a generation in a list. */
export function presentGenerationLine(row: Line): AdminGenerationLine {
  return {
    id: row.id,
    account: { id: row.account_id, email: row.email },
    kind: row.kind,
    model: row.model,
    status: row.status,
    step: row.step,
    credits_charged: row.price,
    credits_refunded: row.refunded,
    error_code: row.error_code,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
  }
}

/**
 * Presents everything an operator may see of a generation; texts and files are its owner’s. `now`:
 * PostgreSQL’s time, in ms since 1970.
 */
export function presentWholeGeneration(
  found: Whole,
  { language, now }: { language: Language; now: number },
): AdminGenerationView {
  const { row, owner, retryId } = found
  const facts = {
    status: row.status,
    failure: row.error_code,
    isDeleted: row.deleted_at !== null,
    hasJob: row.provider_job !== null,
  }
  const isNew = retryId === null
  return {
    ...presentGenerationLine({ ...row, email: owner.email }),
    request_id: row.request_id,
    generation_type: row.generation_type,
    job: row.provider_job && {
      endpoint: row.provider_job.endpoint,
      request_id: row.provider_job.requestId,
    },
    attempts: row.attempts,
    polls: row.polls,
    is_held: row.lease_until !== null && row.lease_until.getTime() > now,
    error_message:
      row.error_code && failureMessage({ ...row, error_code: row.error_code }, language),
    parent_id: row.parent_id,
    retry_id: retryId,
    retry: isNew ? decideRetry(facts) : null,
    can_fetch: isNew && decideRetry(facts, 'result') === 'result',
    can_refund: canRefund(row) && row.deleted_at === null,
    is_deleted: row.deleted_at !== null,
    timeline: timelineOf(found),
  }
}

/** Returns its events, in order; the future ones last. */
function timelineOf({ row, entries, alerts, acts }: Whole): TimelineEntry[] {
  const moments: [Date | null, string, string | null][] = [
    [row.created_at, 'created', null],
    [row.submit_started_at, 'submitted', null],
    [row.started_at, 'began', null],
    [row.completed_at, 'ended', row.error_code ?? row.status],
    [row.deleted_at, 'deleted', null],
    [row.next_step_at, 'next_step', row.step],
    [row.step ? row.deadline : null, 'deadline', null],
    ...entries.map(({ created_at, reason, credits }): [Date, string, string] => [
      created_at,
      reason,
      String(credits),
    ]),
    ...alerts.map(({ created_at, note }): [Date, string, string] => [created_at, 'alert', note]),
    ...acts.map(({ created_at, act, actor, reason }): [Date, string, string] => [
      created_at,
      act,
      `${actor}: ${reason}`,
    ]),
  ]
  return moments
    .flatMap(([at, what, text]) => (at ? [{ at: at.toISOString(), what, text }] : []))
    .sort((one, other) => one.at.localeCompare(other.at))
}
