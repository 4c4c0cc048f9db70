import { useMemo } from 'react'
import type { GenerationView } from '#contract/generation.ts'
import type { HistoryStore } from '#web/lib/history/history-store.ts'
import { fetchedRecords } from '#web/lib/history/window-changes.ts'
import type { Selection } from '../../select/use-selection.ts'
import { canOpen } from '../../viewer/viewer-slides.ts'
import type { CellContext } from '../lines/record-cell.tsx'
import type { KeyActions } from './use-list-keys.ts'

type Options = { store: HistoryStore; selection: Selection; context: CellContext }

const noProgress = () => undefined

/** What the keys do with the record that has the keyboard, or with all that are picked. */
export function useRecordActions({ store, selection, context }: Options): KeyActions {
  return useMemo(() => {
    const { picks, actions } = selection
    const find = (id: string) =>
      fetchedRecords(store.read().span).find((record) => record.id === id)
    const meant = (id: string): GenerationView[] => {
      if (picks.isPicking()) return selection.records()
      const record = find(id)
      return record ? [record] : []
    }
    return {
      open: (id) => {
        const record = find(id)
        if (record && canOpen(record)) context.open(id)
      },
      toggle: context.toggle,
      remove: (id, onRemoved) => {
        if (picks.isPicking()) return selection.askToRemove()
        const record = find(id)
        if (record) selection.askToRemove([record], onRemoved)
      },
      favorite: (id) => {
        if (picks.isAll())
          return void actions.changeSelected(
            selection.selected(),
            { action: 'favorite' },
            noProgress,
          )
        for (const record of meant(id)) void actions.setFavorite(record, !record.is_favorite)
      },
      download: (id) => {
        if (picks.isAll()) void actions.downloadSelected(selection.selected(), noProgress)
        else void actions.download(meant(id))
      },
      pickAll: selection.pickAll,
    }
  }, [store, selection, context])
}
