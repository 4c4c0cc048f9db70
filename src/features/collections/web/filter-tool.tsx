import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FilterToolProps } from '#web/history/filters/history-bar.tsx'
import { request } from '#web/lib/api.ts'
import { isFiltered } from '#web/lib/history/address.ts'
import { filterOf } from '#web/lib/history/history-query.ts'
import { navigate } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { IconButton } from '#web/ui/controls/button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { FolderPlus } from '#web/ui/icons/history-icons.ts'
import { collectionPath, refreshCollection } from './collections.ts'
import { NameDialog } from './name-dialog.tsx'

/** Saves the active filters of a history as a smart collection. Nothing while there are none. */
export function FilterTool({ kind, filters }: FilterToolProps) {
  const [isNaming, setNaming] = useState(false)
  if (!isFiltered(filters)) return null
  return (
    <>
      <IconButton
        icon={FolderPlus}
        label={m.collections_save_filter()}
        onClick={() => setNaming(true)}
      />
      {isNaming && <SaveDialog kind={kind} filters={filters} onClose={() => setNaming(false)} />}
    </>
  )
}

function SaveDialog({ kind, filters, onClose }: FilterToolProps & { onClose: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState(filters.search || filters.tags.join(', '))
  const save = useMutation({
    mutationFn: () =>
      request('POST', '/api/collections', {
        body: { name: name.trim(), kind, filter: filterOf(filters) },
      }),
    onSuccess: ({ id, name: saved }) => {
      void refreshCollection(client, id)
      toast(m.collections_filter_saved({ name: saved }), {
        action: { label: m.collections_open(), onAction: () => navigate(collectionPath(id)) },
      })
      onClose()
    },
  })
  return (
    <NameDialog
      title={m.collections_save_filter()}
      description={m.collections_save_filter_text()}
      save={m.viewer_tags_save()}
      {...{ name, onName: setName, onClose, error: save.error, isBusy: save.isPending }}
      onSave={() => save.mutate()}
    />
  )
}
