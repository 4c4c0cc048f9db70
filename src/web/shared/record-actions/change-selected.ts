import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format.ts'
import {
  changeSelection,
  type SelectedRecords,
  type SelectionChange,
} from '#web/lib/history/change-selection.ts'
import { facetsQuery } from '#web/lib/history/history-query.ts'
import { announceDeleted, historyKey, restoreGenerations } from '#web/lib/jobs/generations.ts'
import { offerUndo } from '#web/lib/undo.ts'
import { m } from '#web/messages/compiled/messages.js'
import { toast } from '#web/ui/feedback/toast.ts'

/**
 * How long the toast offers to undo a deletion, in ms; the keyboard can as long as the server
 * allows.
 */
const undoToastMs = 8_000

type OnProgress = (done: number) => void

/**
 * Runs one action on every record of a selection and reports the outcome by a toast. Returns
 * whether all of it was done. Never throws.
 */
export async function changeSelected(
  client: QueryClient,
  selected: SelectedRecords,
  change: SelectionChange,
  onProgress: OnProgress,
): Promise<boolean> {
  try {
    const { changed } = await changeSelection(selected, change, { onProgress })
    const shown = { count: changed, shown: formatNumber(changed) }
    toast(changed === 0 ? m.selection_unchanged() : m.selection_changed(shown))
    return true
  } catch (error) {
    reportFailure(error, m.create_not_changed())
    return false
  } finally {
    await refreshHistories(client)
    if (change.tags)
      void client.invalidateQueries({ queryKey: facetsQuery(selected.kind).queryKey })
  }
}

/**
 * Deletes every record of a selection, and offers to undo it. Returns whether any was deleted.
 * Never throws.
 */
export async function deleteSelected(
  client: QueryClient,
  selected: SelectedRecords,
  onProgress: OnProgress,
): Promise<boolean> {
  try {
    const { deleted, undoTimeMs } = await changeSelection(
      selected,
      { action: 'delete' },
      { onProgress },
    )
    if (deleted.length === 0) toast(m.history_delete_running())
    else offerRestore(client, deleted, undoTimeMs)
    forget(client, deleted)
    await refreshHistories(client)
    return deleted.length > 0
  } catch (error) {
    reportFailure(error, m.work_not_deleted_many())
    await refreshHistories(client)
    return false
  }
}

function offerRestore(client: QueryClient, ids: readonly string[], undoTimeMs: number): void {
  const restore = async () => {
    try {
      const restored = await restoreGenerations(ids)
      toast(m.work_restored({ count: restored, shown: formatNumber(restored) }))
    } catch {
      toast(m.work_not_restored(), { tone: 'bad' })
    }
    await refreshHistories(client)
  }
  const withdraw = offerUndo(() => void restore(), undoTimeMs)
  const onAction = () => {
    withdraw()
    void restore()
  }
  toast(m.work_deleted_many({ count: ids.length, shown: formatNumber(ids.length) }), {
    duration: undoToastMs,
    action: { label: m.work_undo(), onAction },
  })
}

/** Lists close their gaps themselves; after very many deletions they are fetched again instead. */
function forget(client: QueryClient, ids: readonly string[]): void {
  const gone = new Set(ids)
  client.removeQueries({
    predicate: ({ queryKey: [name, id] }) => name === 'generation' && gone.has(String(id)),
  })
  if (ids.length <= 500) announceDeleted(ids)
}

/** Records on the page are fetched again with their lists. */
async function refreshHistories(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: historyKey })
}

/** Says in a toast that an action failed, and why. */
export function reportFailure(error: unknown, title: string): void {
  const why =
    error instanceof ApiError &&
    error.code !== 'network' &&
    (error.body?.message ?? error.body?.error)
  toast(title, { tone: 'bad', ...(why && why !== title && { description: why }) })
}
