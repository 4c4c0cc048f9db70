import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { SelectedRecords, SelectionChange } from '#web/lib/history/change-selection.ts'
import { changeSelected, deleteSelected } from './change-selected.ts'
import { deleteRecords } from './delete-records.ts'
import { type DownloadOptions, downloadRecords } from './download-records.ts'
import { markFavorite } from './mark-favorite.ts'

/**
 * The actions on one or many records of a kind. None of these throws; each reports its outcome by a
 * toast.
 */
export type BatchActions = {
  /** Deletes, and offers an undo for some seconds. Returns whether any was deleted. */
  remove(generations: readonly GenerationView[]): Promise<boolean>
  /** One file as itself, several as `downloadRecords` does. */
  download(generations: readonly GenerationView[], options?: DownloadOptions): Promise<void>
  /** Each of these changes every record of a selection, however many, and reports its progress. */
  changeSelected(
    selected: SelectedRecords,
    change: SelectionChange,
    onProgress: (done: number) => void,
  ): Promise<boolean>
  deleteSelected(selected: SelectedRecords, onProgress: (done: number) => void): Promise<boolean>
  /**
   * Shown at once, reverted when the server refuses. Without `tags` a record keeps those it has.
   */
  setFavorite(
    generation: GenerationView,
    isFavorite: boolean,
    tags?: readonly string[],
  ): Promise<void>
}

/** The actions on records of one kind. They stay the same objects while the page is open. */
export function useBatchActions(kind: Kind): BatchActions {
  const client = useQueryClient()
  return useMemo(
    () => ({
      remove: (generations) => deleteRecords(client, kind, generations),
      download: (generations, options) => downloadRecords(kind, generations, options),
      changeSelected: (selected, change, onProgress) =>
        changeSelected(client, selected, change, onProgress),
      deleteSelected: (selected, onProgress) => deleteSelected(client, selected, onProgress),
      setFavorite: (generation, isFavorite, tags) =>
        markFavorite(client, generation, { isFavorite, tags }),
    }),
    [client, kind],
  )
}
