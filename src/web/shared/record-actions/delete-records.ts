import type { QueryClient } from '@tanstack/react-query'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { ApiError } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format.ts'
import {
  announceDeleted,
  deleteGenerations,
  generationKey,
  historyKey,
  rememberGeneration,
  restoreGenerations,
} from '#web/lib/jobs/generations.ts'
import { offerUndo } from '#web/lib/undo.ts'
import { m } from '#web/messages/compiled/messages.js'
import { toast } from '#web/ui/feedback/toast.ts'

/** How long the page offers to undo a deletion, in ms; the server waits longer. */
const undoTime = 8_000

/**
 * Deletes records of one kind and offers for some seconds to restore them. Returns whether any was
 * deleted. Never throws: a toast reports errors (docs/spec/texts.md).
 */
export async function deleteRecords(
  client: QueryClient,
  kind: Kind,
  records: readonly GenerationView[],
): Promise<boolean> {
  if (records.length === 0) return false
  try {
    const ids = records.map(({ id }) => id)
    const { deleted, undoTimeMs } = await deleteGenerations(kind, ids)
    // Before the list changes: Ctrl+Z right after it must not undo an earlier deletion.
    const withdraw = offerUndo(() => void restore(client, records), undoTimeMs)
    for (const id of ids) client.removeQueries({ queryKey: generationKey(id), exact: true })
    if (deleted === ids.length) announceDeleted(ids)
    await client.invalidateQueries({ queryKey: historyKey })
    const undo = () => {
      withdraw()
      void restore(client, records)
    }
    toast(deletedTexts(deleted, records.length), {
      duration: undoTime,
      action: { label: m.work_undo(), onAction: undo },
    })
    return true
  } catch (error) {
    const why = error instanceof ApiError && error.body?.error
    const title = records.length === 1 ? m.work_not_deleted() : m.work_not_deleted_many()
    toast(title, { tone: 'bad', ...(why && { description: why }) })
    return false
  }
}

function deletedTexts(deleted: number, asked: number): string {
  if (deleted === asked)
    return m.work_deleted_many({ count: deleted, shown: formatNumber(deleted) })
  return m.work_deleted_some({ deleted: formatNumber(deleted), asked: formatNumber(asked) })
}

async function restore(client: QueryClient, records: readonly GenerationView[]): Promise<void> {
  try {
    const restored = await restoreGenerations(records.map(({ id }) => id))
    for (const record of records) rememberGeneration(client, record)
    await client.invalidateQueries({ queryKey: historyKey })
    if (restored > 0) toast(m.work_restored({ count: restored, shown: formatNumber(restored) }))
    else toast(m.work_not_restored(), { tone: 'bad' })
  } catch (error) {
    const isTooLate = error instanceof ApiError && error.status >= 400 && error.status < 500
    const action = { label: m.work_try_again(), onAction: () => void restore(client, records) }
    if (isTooLate) toast(m.work_not_restored(), { tone: 'bad' })
    else toast(m.work_not_restored_yet(), { tone: 'bad', duration: undoTime, action })
  }
}
