import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Kind } from '#catalogue/kinds.ts'
import { maxCollectionName } from '#domain/history/collections.ts'
import { request } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { type HistoryFilters, isFiltered } from '#web/lib/history/address.ts'
import { filterOf } from '#web/lib/history/history-query.ts'
import { navigate } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { collectionPath, refreshCollection } from '#web/shared/collections/collections.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { Field, Input } from '#web/ui/controls/field.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { FolderPlus } from '#web/ui/icons/history-icons.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type SaveFilterProps = { kind: Kind; filters: HistoryFilters }

/** Saves the active filters of a history as a smart collection. Nothing while there are none. */
export function SaveFilter({ kind, filters }: SaveFilterProps) {
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

function SaveDialog({ kind, filters, onClose }: SaveFilterProps & { onClose: () => void }) {
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') save.mutate()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.collections_save_filter()}
      description={m.collections_save_filter_text()}
      closeLabel={m.collections_close()}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label={m.collections_name()}>
          {(control) => (
            <Input
              {...control}
              data-initial-focus
              value={name}
              maxLength={maxCollectionName}
              autoComplete="off"
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        {save.error && (
          <Notice tone="bad" announce="now">
            {errorText(save.error)}
          </Notice>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{m.viewer_tags_cancel()}</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={name.trim() === ''}
            busy={save.isPending}
          >
            {m.viewer_tags_save()}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
