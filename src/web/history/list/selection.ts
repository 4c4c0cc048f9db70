import { useEffect, useMemo, useState } from 'react'
import { createStore, useStore } from 'zustand'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { SelectedRecords } from '#web/lib/history/change-selection.ts'
import type { HistoryStore } from '#web/lib/history/history-store.ts'
import { fetchedRecords } from '#web/lib/history/window-changes.ts'
import { isOpen, onDeleted } from '#web/lib/jobs/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { useBatchActions } from '#web/shared/record-actions/use-batch-actions.ts'
import { toast } from '#web/ui/feedback/toast.ts'

/**
 * The records to delete after a confirmation, and the callback after that. A whole filter is only
 * counted.
 */
type Removal = {
  records: readonly GenerationView[]
  count: number
  onRemoved?: (() => void) | undefined
}

const noRemoval: Removal = { records: [], count: 0 }

/**
 * The selected records of a list, and the actions on them. In another list only its own records
 * stay selected.
 */
export function useSelection(kind: Kind, store: HistoryStore) {
  const actions = useBatchActions(kind)
  const [{ list, selectionStore }, setSelectionStore] = useState(() => selectionOf(store))
  if (list !== store) setSelectionStore(selectionOf(store, selectionStore))
  useEffect(() => onDeleted((ids) => selectionStore.deselect(ids)), [selectionStore])
  const [removal, setRemoval] = useState(noRemoval)

  return useMemo(() => {
    const loaded = () => fetchedRecords(store.read().window)
    const records = () => loaded().filter(({ id }) => selectionStore.has(id))
    const count = () =>
      selectionStore.getState().isAll ? store.read().total : selectionStore.getState().ids.size
    /** The selection in the format of the API. */
    const selected = (): SelectedRecords =>
      selectionStore.getState().isAll
        ? { kind, filters: store.source.filters, total: store.read().total }
        : { kind, ids: [...selectionStore.getState().ids] }
    return {
      selectionStore,
      actions,
      removal,
      records,
      count,
      selected,
      selectAll: () => {
        const ids = loaded().map(({ id }) => id)
        // A selection that one request can name is stored by its ids.
        if (ids.length === store.read().total && ids.length <= 500) selectionStore.select(ids)
        else selectionStore.selectAll(ids)
      },
      /** Opens the dialog for the selected records, or for these. */
      openRemoveDialog: (chosen?: readonly GenerationView[], onRemoved?: () => void) => {
        if (!chosen && selectionStore.getState().isAll)
          return setRemoval({ records: [], count: count() })
        const all = chosen ?? records()
        const ended = all.filter((record) => !isOpen(record))
        setRemoval({ records: ended, count: ended.length, onRemoved })
        if (ended.length < all.length) toast(m.history_delete_running())
      },
      closeRemoveDialog: () => setRemoval(noRemoval),
    }
  }, [kind, store, selectionStore, actions, removal])
}

function selectionOf(list: HistoryStore, previous?: SelectionStore) {
  const selectionStore = createSelectionStore()
  if (previous) selectionStore.select(selectedAmong(fetchedRecords(list.read().window), previous))
  return { list, selectionStore }
}

/**
 * Returns the ids of these records that were selected one by one in another list: they stay
 * selected, because a user may select them while the next list is still loading.
 */
export function selectedAmong(records: readonly { id: string }[], previous: SelectionStore) {
  const { ids, isAll } = previous.getState()
  return isAll ? [] : records.map(({ id }) => id).filter((id) => ids.has(id))
}

export type Selection = ReturnType<typeof useSelection>

/** How many are selected. */
export function useSelectedCount({
  selectionStore,
  count,
}: Pick<Selection, 'selectionStore' | 'count'>): number {
  return useStore(selectionStore, count)
}

type SelectionState = {
  /** The selected ids; the same set until it changes. */
  ids: ReadonlySet<string>
  /** Every record of the list is selected, those that are not loaded included. */
  isAll: boolean
  /** The record with the keyboard focus. */
  current: string | undefined
  /** The first record of a range. */
  anchor: string | undefined
}

export type SelectionStore = ReturnType<typeof createSelectionStore>

/** The selected records of one list, and the record with the keyboard focus. */
export function createSelectionStore() {
  const store = createStore<SelectionState>(() => ({
    ids: new Set(),
    isAll: false,
    current: undefined,
    anchor: undefined,
  }))
  const { getState, setState } = store
  const isSelecting = () => getState().isAll || getState().ids.size > 0
  return {
    ...store,
    isSelecting,
    has: (id: string): boolean => getState().isAll || getState().ids.has(id),

    /**
     * Selects or deselects one; with `range`, selects all from the previous one in this order of
     * ids.
     */
    toggle(id: string, range: boolean, order: () => readonly string[]): void {
      const { ids, anchor } = getState()
      const selected = new Set(ids)
      const between = range && anchor !== undefined ? idsBetween(order(), anchor, id) : []
      if (between.length > 0) for (const one of between) selected.add(one)
      else if (!selected.delete(id)) selected.add(id)
      setState({ ids: selected, isAll: false, current: id, anchor: id })
    },

    /** Selects exactly these. */
    select: (ids: Iterable<string>): void => setState({ ids: new Set(ids), isAll: false }),

    /** Selects every record of the list; `loaded` are those that stay when one is deselected. */
    selectAll: (loaded: Iterable<string>): void => setState({ ids: new Set(loaded), isAll: true }),

    /** Removes deleted records. */
    deselect(gone: readonly string[]): void {
      const { ids } = getState()
      if (gone.some((id) => ids.has(id)))
        setState({ ids: new Set([...ids].filter((id) => !gone.includes(id))) })
    },

    clear(): void {
      setState({ anchor: undefined, ...(isSelecting() && { ids: new Set(), isAll: false }) })
    },

    focus(id: string | undefined): void {
      if (id !== getState().current) setState({ current: id })
    },
  }
}

function idsBetween(order: readonly string[], one: string, other: string): readonly string[] {
  const [from, to] = [order.indexOf(one), order.indexOf(other)]
  if (from === -1 || to === -1) return []
  return order.slice(Math.min(from, to), Math.max(from, to) + 1)
}
