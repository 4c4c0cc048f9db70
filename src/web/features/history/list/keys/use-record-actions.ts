import { useMemo } from 'react'
import type { GenerationView } from '#contract/generation.ts'
import { isOpen } from '#web/lib/generations.ts'
import { fetchedRecords } from '#web/lib/history/span/change.ts'
import type { HistoryStore } from '#web/lib/history/store/history-store.ts'
import type { Selection } from '../../select/use-selection.ts'
import type { CellContext } from '../lines/record-cell.tsx'
import type { KeyActions } from './use-list-keys.ts'

type Options = { store: HistoryStore; selection: Selection; context: CellContext }

/** What the keys do with the record that has the keyboard, or with all that are picked. */
export function useRecordActions({ store, selection, context }: Options): KeyActions {
  return useMemo(() => {
    const { picks, actions } = selection
    const find = (id: string) => fetchedRecords(store.read().span).find((record) => record.id === id)
    const meant = (id: string): GenerationView[] => {
      if (picks.isPicking()) return selection.records()
      const record = find(id)
      return record ? [record] : []
    }
    return {
      open: (id) => {
        const record = find(id)
        if (record && (record.images.length > 0 || record.answer !== null)) context.open(id)
      },
      toggle: context.toggle,
      remove: async (id) => {
        if (picks.isPicking()) {
          selection.askToRemove()
          return false
        }
        const record = find(id)
        return record !== undefined && !isOpen(record) && actions.remove([record])
      },
      favorite: (id) => {
        for (const record of meant(id)) void actions.setFavorite(record, !record.is_favorite)
      },
      download: (id) => void actions.download(meant(id)),
      pickAll: selection.pickAll,
    }
  }, [store, selection, context])
}
