import {
  type RecordChange,
  updateFavorite,
  updateSelected,
} from '#core/generations/queries/generations.ts'
import { type GenerationWithMedia, withMedia } from '#core/generations/read-generation.ts'
import { isId } from '#core/ids.ts'
import { selectionUndoTime } from '#core/jobs/retention-rules.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { maxTags } from './contract/history-changes.ts'
import { type DeleteGenerationsParts, deleteEndedRecords } from './delete-generations.ts'
import { type HistoryFilters, pageOrder } from './list-history.ts'
import { findPage } from './queries/find-page.ts'

/**
 * Records of one kind to change: these, or all that match a filter. `expectedTotal`: how many
 * match, as far as the reader knows. `below`: where an earlier call stopped; newer records are
 * excluded.
 */
export type Selection = { accountId: string; kind: Kind } & (
  | { ids: readonly string[] }
  | { filters: HistoryFilters; expectedTotal: number | undefined; below: number | undefined }
)

export type SelectionAction =
  | { do: 'delete' }
  | { do: 'change'; change: RecordChange }
  | ({ do: 'other' } & OtherAction)

/** An action of a feature. `most`: how many records one call takes. Returns what the answer has of it. */
export type OtherAction = {
  most: number
  run(records: { accountId: string; kind: Kind; ids: string[] }): Promise<object>
}

export type SelectionResult = {
  /** How many records were selected, from where the call began. */
  total: number
  changed: number
  /** Where to continue; `null` when nothing is left. */
  next: number | null
  deleted: string[]
  undoUntil: Date | null
  /** What an action of a feature answers. */
  other: object
}

/** How many records one call changes or deletes. */
const batchSize = 500

/**
 * Changes the next batch of a selection: 500 records, or as many as an action of a feature takes.
 * Call it again with `below: next` until that is `null`. Throws `Refused` `selection_changed` when a
 * filter matches another number than expected (nothing was changed), and what such an action throws.
 */
export async function changeSelection(
  context: DeleteGenerationsParts,
  selection: Selection,
  action: SelectionAction,
): Promise<SelectionResult> {
  const { accountId, kind } = selection
  const part = await nextPart(context, selection, action.do === 'other' ? action.most : batchSize)
  const { ids, total, next } = part
  const nothing = { total, next, changed: 0, deleted: [], undoUntil: null, other: {} }
  switch (action.do) {
    case 'delete': {
      const undoTime = Math.max(selectionUndoTime, context.undoTime)
      const { deleted, undoUntil } = await deleteEndedRecords(context, {
        accountId,
        kind,
        ids,
        undoTime,
      })
      return { ...nothing, changed: deleted.length, deleted, undoUntil }
    }
    case 'change': {
      const { database, changes } = context
      const changed = await updateSelected(database, {
        accountId,
        kind,
        ids,
        change: action.change,
        maxTags,
      })
      for (const generationId of changed) changes.publish({ accountId, generationId })
      return { ...nothing, changed: changed.length }
    }
    case 'other':
      return { ...nothing, other: await action.run({ accountId, kind, ids }) }
  }
}

async function nextPart(context: Parts<'database'>, selection: Selection, limit: number) {
  if ('ids' in selection)
    return { ids: selection.ids.filter(isId), total: selection.ids.length, next: null }
  const { accountId, kind, filters, expectedTotal, below } = selection
  const order = pageOrder({ accountId, kind, page: 1, pageSize: limit, filters })
  const { rows, total } = await findPage(context.database, { ...order, below })
  if (expectedTotal !== undefined && total !== expectedTotal)
    throw new Refused({ reason: 'selection_changed' })
  return {
    ids: rows.map(({ id }) => id),
    total,
    next: total > rows.length ? (rows.at(-1)?.number ?? null) : null,
  }
}

/** `tags`: absent, they are not changed. */
export type Mark = {
  accountId: string
  kind: Kind
  id: string
  isFavorite: boolean
  tags: string[] | undefined
}

/**
 * Sets or clears the favourite mark of the account's own generation of this kind. Throws `Refused`
 * with `not_found`.
 */
export async function markFavorite(
  context: Parts<'changes' | 'database'>,
  mark: Mark,
): Promise<GenerationWithMedia> {
  const row = isId(mark.id) ? await updateFavorite(context.database, mark) : undefined
  if (!row) throw new Refused({ reason: 'not_found' })
  context.changes.publish({ accountId: mark.accountId, generationId: row.id })
  const [found] = await withMedia(context, [row])
  if (!found) throw new Error('A generation vanished while it was marked')
  return found
}
