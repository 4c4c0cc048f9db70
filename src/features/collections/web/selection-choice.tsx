import type { SelectionChoice } from '#web/history/list/batch-bar.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { CollectDialog } from './keep-action.tsx'

/** Adds the selected records to a collection. */
export const selectionChoice: SelectionChoice = {
  label: m.collections_add,
  Dialog: ({ findIds, onDone, ...props }) => (
    <CollectDialog {...props} ids={findIds} onAdded={onDone} />
  ),
}
