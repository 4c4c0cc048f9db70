import type { Kind } from '#catalogue/kinds.ts'
import { maxTags } from '#contract/history-changes.ts'
import { type RecordChange, updateSelected } from '#database/queries/generations.ts'
import { findPage } from '#database/queries/history/find-page.ts'
import { maxDownloadRecords } from '#domain/download-rules.ts'
import { selectionUndoTime } from '#domain/retention.ts'
import type { ServiceContext } from '../../context.ts'
import { type Prepared, prepareDownload } from '../../downloads/prepare-download.ts'
import { Refused } from '../../refused.ts'
import { type HistoryFilters, pageOrder } from '../reading/list-history.ts'
import { isId } from '../reading/read-generation.ts'
import { deleteWhatEnded } from './delete-generations.ts'

/**
 * Records of one kind that something is done with: these, or all that a filter lets through.
 * `expectedTotal`: how many that are, as far as the reader knows. `below`: where an earlier call
 * stopped; records made since then are not meant.
 */
export type Selection = { accountId: string; kind: Kind } & (
  | { ids: readonly string[] }
  | { filters: HistoryFilters; expectedTotal: number | undefined; below: number | undefined }
)

export type SelectionAction =
  | { do: 'delete' }
  | { do: 'change'; change: RecordChange }
  | { do: 'download'; format: 'png' | null }

export type SelectionResult = {
  /** How many records were meant, from where the call began. */
  total: number
  changed: number
  /** Where to go on; `null` when nothing is left. */
  next: number | null
  deleted: string[]
  undoUntil: Date | null
  /** `null` when no record of this part has a file. */
  download: Prepared | null
}

/** How many records one call changes or deletes. */
const batchSize = 500

/**
 * Does one thing with the next part of a selection: 500 records, or the 5,000 that one zip may
 * hold. Call it again with `below: next` until that is `null`. Throws `Refused` `selection_changed`
 * when a filter lets through another number than expected (nothing was done), and what
 * `prepareDownload` throws but `not_found`.
 */
export async function changeSelection(
  context: ServiceContext,
  selection: Selection,
  action: SelectionAction,
): Promise<SelectionResult> {
  const { accountId, kind } = selection
  const part = await nextPart(
    context,
    selection,
    action.do === 'download' ? maxDownloadRecords : batchSize,
  )
  const { ids, total, next } = part
  const nothing = { total, next, changed: 0, deleted: [], undoUntil: null, download: null }
  switch (action.do) {
    case 'delete': {
      const undoTime = Math.max(selectionUndoTime, context.undoTime)
      const { deleted, undoUntil } = await deleteWhatEnded(context, {
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
    case 'download':
      return {
        ...nothing,
        download: await downloadOf(context, { accountId, kind, ids, format: action.format }),
      }
  }
}

async function nextPart(context: ServiceContext, selection: Selection, limit: number) {
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

/** A part of the records may have no files; the next one may have some. */
async function downloadOf(context: ServiceContext, wanted: Parameters<typeof prepareDownload>[1]) {
  return prepareDownload(context, wanted).catch((error: unknown) => {
    if (error instanceof Refused && error.refusal.reason === 'not_found') return null
    throw error
  })
}
