import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Kind } from '#catalogue/kind.ts'
import type { GenerationView } from '#contract/generation.ts'
import { formatNumber } from '#web/lib/format.ts'
import { isOpen } from '#web/lib/generations.ts'
import { onDeleted } from '#web/lib/history/deletions.ts'
import { fetchedRecords } from '#web/lib/history/span/change.ts'
import type { HistoryStore } from '#web/lib/history/store/history-store.ts'
import { m } from '#web/messages/compiled/messages.js'
import { toast } from '#web/ui/feedback/toast.ts'
import { useBatchActions } from '../../work/record-actions/use-batch-actions.ts'
import { Picks } from './picks.ts'

/** The records picked in a list, and what is done with them. It begins anew with every other list. */
export function useSelection(kind: Kind, store: HistoryStore) {
  const actions = useBatchActions(kind)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is picked belongs to one list
  const picks = useMemo(() => new Picks(), [store])
  useEffect(() => onDeleted((ids) => picks.drop(ids)), [picks])
  /** What is to be deleted once the reader has said so. */
  const [asked, setAsked] = useState<readonly GenerationView[]>([])

  return useMemo(() => {
    const loaded = () => fetchedRecords(store.read().span)
    const records = () => loaded().filter(({ id }) => picks.picked().has(id))
    return {
      picks,
      actions,
      asked,
      records,
      pickAll: () => {
        const ids = loaded().map(({ id }) => id)
        picks.pick(ids)
        const { total } = store.read()
        const words = { loaded: formatNumber(ids.length), total: formatNumber(total) }
        if (ids.length < total) toast(m.history_select_loaded(words))
      },
      askToRemove: () => {
        const [running, ended] = [records().filter(isOpen), records().filter((record) => !isOpen(record))]
        setAsked(ended)
        if (running.length > 0) toast(m.history_delete_running())
      },
      keep: () => setAsked([]),
    }
  }, [store, picks, actions, asked])
}

export type Selection = ReturnType<typeof useSelection>

/** How many are picked. */
export function usePickedCount(picks: Picks): number {
  return useSyncExternalStore(picks.subscribe, () => picks.picked().size)
}
