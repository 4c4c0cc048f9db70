import type { Kind } from '#core/models/rules/kinds.ts'
import { kindFacts } from '#core/models/rules/kinds.ts'
import { type Answer, request, serverNow } from '../api.ts'
import type { paths } from '../api-types.ts'
import type { HistoryFilters } from './address.ts'
import { fetchHistory, filterOf } from './history-query.ts'

/**
 * Records of one kind: these, or all that match a filter; `total` is their number as far as the
 * page has loaded it.
 */
export type SelectedRecords = { kind: Kind } & (
  | { ids: readonly string[] }
  | { filters: HistoryFilters; total: number }
)

type Place = '/api/image-generation/selection'
type SelectionBody = paths[Place]['post']['requestBody']['content']['application/json']
type SelectionAnswer = Answer<'POST', Place>

/** An action, with what it takes. */
export type SelectionChange = Omit<
  SelectionBody,
  'ids' | 'filter' | 'expected_total' | 'cursor' | 'tags'
> & { tags?: readonly string[] }

type Options = {
  /** Called after each part with how many records are done. */
  onProgress?: (done: number) => void
  /** Called with the answer to each part, in turn. */
  onPart?: (answer: SelectionAnswer) => Promise<void>
}

/** The sums of all parts. `undoTimeMs`: how long the first of the deleted ones can be restored. */
export type SelectionOutcome = {
  changed: number
  deleted: string[]
  undoTimeMs: number
}

/** The most records that one request names by their ids. */
const mostAtOnce = 500

/**
 * Runs one action on every record of a selection, part by part. Throws `ApiError`;
 * `selection_changed` before the first change, any other error possibly after some parts.
 */
export async function changeSelection(
  selected: SelectedRecords,
  change: SelectionChange,
  { onProgress, onPart }: Options = {},
): Promise<SelectionOutcome> {
  const outcome: SelectionOutcome = {
    changed: 0,
    deleted: [],
    undoTimeMs: Number.POSITIVE_INFINITY,
  }
  const path = `${kindFacts[selected.kind].historyPath}/selection` as const
  let done = 0
  for (let part: Part | null = firstPart(selected); part !== null; ) {
    const answer = await request('POST', path, { body: { ...change, ...part } })
    outcome.changed += answer.changed
    outcome.deleted.push(...answer.deleted)
    if (answer.undo_until) {
      outcome.undoTimeMs = Math.min(outcome.undoTimeMs, Date.parse(answer.undo_until) - serverNow())
    }
    await onPart?.(answer)
    const next = nextPart(selected, answer, done)
    done = next.done
    onProgress?.(done)
    part = next.part
  }
  return outcome
}

type Part =
  | { ids: readonly string[] }
  | { filter: object; expected_total: number }
  | { filter: object; cursor: number }

function firstPart(selected: SelectedRecords): Part {
  if ('ids' in selected) return { ids: selected.ids.slice(0, mostAtOnce) }
  return { filter: filterOf(selected.filters), expected_total: selected.total }
}

function nextPart(selected: SelectedRecords, { next }: SelectionAnswer, done: number) {
  if ('ids' in selected) {
    const reached = Math.min(done + mostAtOnce, selected.ids.length)
    const ids = selected.ids.slice(reached, reached + mostAtOnce)
    return { done: reached, part: ids.length > 0 ? { ids } : null }
  }
  const part = next === null ? null : { filter: filterOf(selected.filters), cursor: next }
  return { done: part ? Math.min(done + mostAtOnce, selected.total) : selected.total, part }
}

/** The most records of a page of a history. */
const largestPage = 100

/**
 * Finds the ids of selected records, the newest first; of all that match a filter by reading its pages.
 * Throws `ApiError`.
 */
export async function findSelectedIds(selected: SelectedRecords): Promise<readonly string[]> {
  if ('ids' in selected) return selected.ids
  const { kind, filters, total } = selected
  const ids: string[] = []
  for (let page = 1; ids.length < total; page += 1) {
    const { data } = await fetchHistory(kind, filters, { page, pageSize: largestPage })
    if (data.length === 0) break
    ids.push(...data.map(({ id }) => id))
  }
  return ids
}
