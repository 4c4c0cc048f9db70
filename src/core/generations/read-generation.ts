import { findRefunds, type RefundEntry } from '#core/credits/queries/ledger.ts'
import { isId } from '#core/ids.ts'
import { findInputs, findOutputs } from '#core/media/queries/media.ts'
import type { MediaRow } from '#core/media/tables.ts'
import { modelOf } from '#core/models/rules/catalogue.ts'
import { filesOf } from '#core/models/rules/file-field.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import {
  findByRequestId,
  findGeneration,
  findGenerations,
  findNumbered,
  findOpen,
  type NumberedPage,
  updateVisibility,
} from './queries/generations.ts'
import { findMixes } from './queries/mixes.ts'
import { makePollDue } from './queries/resume-generation.ts'
import { isOpen } from './rules/status.ts'
import { pollDelay } from './rules/timetable.ts'
import { hasWebhook } from './steps/find-provider.ts'
import type { GenerationRow } from './tables.ts'

/**
 * A generation with its result files and its input files, each in order; and with its refund, if
 * any.
 */
export type GenerationWithMedia = {
  row: GenerationRow
  outputs: MediaRow[]
  inputs: MediaRow[]
  /** The video that a sound was made for, with that sound. */
  mixes: MediaRow[]
  refund: RefundEntry | undefined
}

/**
 * Returns the account's own generation. Throws `Refused` `not_found`, also for another account's.
 */
export async function readGeneration(
  context: Parts<'database'>,
  accountId: string,
  id: string,
): Promise<GenerationWithMedia> {
  const row = isId(id) ? await findGeneration(context.database, accountId, id) : undefined
  return withFiles(context, row)
}

/** The same, of one kind only: the endpoint of another kind does not find it. */
export async function readOfKind(
  context: Parts<'database'>,
  { accountId, id, kind }: { accountId: string; id: string; kind: Kind },
): Promise<GenerationWithMedia> {
  const found = await readGeneration(context, accountId, id)
  if (found.row.kind !== kind) throw new Refused({ reason: 'not_found' })
  return found
}

/**
 * Joins rows with their files, in the rows' order. Files are recorded in the statements that start
 * and end a generation.
 */
export async function withMedia(
  { database }: Parts<'database'>,
  rows: GenerationRow[],
): Promise<GenerationWithMedia[]> {
  const [outputs, inputs, mixes, refunds] = await Promise.all([
    findOutputs(
      database,
      rows.filter(({ status }) => !isOpen(status)),
    ),
    findInputs(database, rows.filter(namesFiles)),
    findMixes(
      database,
      rows.filter(({ kind, status }) => kind === 'audio' && !isOpen(status)),
    ),
    findRefunds(
      database,
      rows.filter(({ refunded }) => refunded > 0),
    ),
  ])
  const [made, given, mixed] = [outputs, inputs, mixes].map((files) =>
    Map.groupBy(files, (media) => media.generation_id),
  )
  const refundOf = new Map(refunds.map((refund) => [refund.generation_id, refund]))
  return rows.map((row) => ({
    row,
    outputs: made?.get(row.id) ?? [],
    inputs: given?.get(row.id) ?? [],
    mixes: mixed?.get(row.id) ?? [],
    refund: refundOf.get(row.id),
  }))
}

function namesFiles(row: GenerationRow): boolean {
  return filesOf(modelOf(row)?.fields ?? {}, row.input).length > 0
}

/**
 * Returns a page of an account's generations of a kind, by their numbers. `after`: an id; one that is
 * not the account's has none after it.
 */
export async function listNumbered(
  context: Parts<'database'>,
  page: NumberedPage,
): Promise<GenerationWithMedia[]> {
  if (page.after !== undefined && !isId(page.after)) return []
  return withMedia(context, await findNumbered(context.database, page))
}

/** Returns several of the account's generations, deleted ones included, for notifying their owner. */
export async function readGenerations(
  context: Parts<'database'>,
  accountId: string,
  ids: string[],
): Promise<GenerationWithMedia[]> {
  return withMedia(context, await findGenerations(context.database, accountId, ids))
}

/** The most open generations in one answer; more are only counted. */
const maxListedOpen = 100

/** Returns the account's open generations of all kinds, newest first, and how many there are. */
export async function listOpen(
  context: Parts<'database'>,
  accountId: string,
): Promise<{ generations: GenerationWithMedia[]; total: number }> {
  const { rows, total } = await findOpen(context.database, accountId, maxListedOpen)
  return { generations: await withMedia(context, rows), total }
}

/** Makes the account's own generation public or private. Throws `Refused` with `not_found`. */
export async function setVisibility(
  context: Parts<'changes' | 'database'>,
  { accountId, id, isPublic }: { accountId: string; id: string; isPublic: boolean },
): Promise<GenerationWithMedia> {
  const row = isId(id)
    ? await updateVisibility(context.database, accountId, id, isPublic)
    : undefined
  if (row) context.changes.publish({ accountId, generationId: id })
  return withFiles(context, row)
}

async function withFiles(
  context: Parts<'database'>,
  row: GenerationRow | undefined,
): Promise<GenerationWithMedia> {
  const [found] = await withMedia(context, row ? [row] : [])
  if (!found) throw new Refused({ reason: 'not_found' })
  return found
}

/** The minimum pause between two polls because of hints, in ms. */
const hintPause = 1_000

/**
 * Handles a client's hint that a job has ended: polls the provider now instead of later, and
 * returns our own record as it is (docs/spec/api.md#the-server-decides). Throws `Refused` with
 * `not_found`.
 */
export async function pollGenerationNow(
  context: Parts<'changes' | 'database' | 'now' | 'providers'>,
  { accountId, requestId, kind }: { accountId: string; requestId: string; kind: string },
): Promise<GenerationWithMedia> {
  const row = await findByRequestId(context.database, accountId, requestId)
  if (!row || row.kind !== kind) throw new Refused({ reason: 'not_found' })

  const lastPoll =
    (row.next_step_at?.getTime() ?? 0) - pollDelay(row.polls, hasWebhook(context, row.provider_job))
  const isDue = row.step === 'poll' && context.now() - lastPoll >= hintPause
  if (isDue && (await makePollDue(context.database, row))) context.changes.publishDue()
  return readGeneration(context, accountId, row.id)
}
