import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Kind } from '#catalogue/kinds.ts'
import type { GenerationView } from '#contract/generation.ts'
import { isOpen, onDeleted } from '#web/lib/generations.ts'
import type { SelectedRecords } from '#web/lib/history/change-selection.ts'
import type { HistoryStore } from '#web/lib/history/history-store.ts'
import { fetchedRecords } from '#web/lib/history/window-changes.ts'
import { m } from '#web/messages/compiled/messages.js'
import { useBatchActions } from '#web/shared/record-actions/use-batch-actions.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { Picks } from './picks.ts'

/**
 * What is to be deleted once the reader has said so, and what follows. Many at once are only
 * counted.
 */
type Removal = {
  records: readonly GenerationView[]
  count: number
  onRemoved?: (() => void) | undefined
}

const noRemoval: Removal = { records: [], count: 0 }

/**
 * The records picked in a list, and what is done with them. It begins anew with every other list.
 */
export function useSelection(kind: Kind, store: HistoryStore) {
  const actions = useBatchActions(kind)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is picked belongs to one list
  const picks = useMemo(() => new Picks(), [store])
  useEffect(() => onDeleted((ids) => picks.drop(ids)), [picks])
  const [asked, setAsked] = useState(noRemoval)

  return useMemo(() => {
    const loaded = () => fetchedRecords(store.read().span)
    const records = () => loaded().filter(({ id }) => picks.has(id))
    const count = () => (picks.isAll() ? store.read().total : picks.picked().size)
    /** What is picked, as the server is told. */
    const selected = (): SelectedRecords =>
      picks.isAll()
        ? { kind, filters: store.source.filters, total: store.read().total }
        : { kind, ids: [...picks.picked()] }
    return {
      picks,
      actions,
      asked,
      records,
      count,
      selected,
      pickAll: () => {
        const ids = loaded().map(({ id }) => id)
        // What one call can name is picked one by one.
        if (ids.length === store.read().total && ids.length <= 500) picks.pick(ids)
        else picks.pickAll(ids)
      },
      /** Asks about what is picked, or about these. */
      askToRemove: (chosen?: readonly GenerationView[], onRemoved?: () => void) => {
        if (!chosen && picks.isAll()) return setAsked({ records: [], count: count() })
        const all = chosen ?? records()
        const ended = all.filter((record) => !isOpen(record))
        setAsked({ records: ended, count: ended.length, onRemoved })
        if (ended.length < all.length) toast(m.history_delete_running())
      },
      keep: () => setAsked(noRemoval),
    }
  }, [kind, store, picks, actions, asked])
}

export type Selection = ReturnType<typeof useSelection>

/** How many are picked. */
export function usePickedCount({ picks, count }: Pick<Selection, 'picks' | 'count'>): number {
  return useSyncExternalStore(picks.subscribe, count)
}
