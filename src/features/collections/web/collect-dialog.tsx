import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useDeferredValue, useState } from 'react'
import { request } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { formatNumber } from '#web/lib/format.ts'
import { navigate } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { NextPage } from '#web/shared/page-list.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Plus } from '#web/ui/icons/history-icons.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { CollectionView } from '../contract.ts'
import {
  addToCollection,
  collectionPath,
  collectionsQuery,
  refreshCollection,
} from './collections.ts'
import { CollectionCover } from './cover.tsx'
import { NameField } from './name-dialog.tsx'

type CollectDialogProps = {
  /** The records, or how to find them once a collection is chosen. */
  ids: readonly string[] | (() => Promise<readonly string[]>)
  count: number
  onClose: () => void
  onAdded?: (() => void) | undefined
}

/** Adds records to one of the account's collections, or to a new one. */
export function CollectDialog({ ids, count, onClose, onAdded }: CollectDialogProps) {
  const [name, setName] = useState('')
  const add = useAdd({ ids, onClose, onAdded })
  const create = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') add.mutate({ name: name.trim() })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.collections_add()}
      description={m.collections_add_text({ count, shown: formatNumber(count) })}
      closeLabel={m.collections_close()}
    >
      <div className="flex flex-col gap-4">
        <form onSubmit={create} className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <NameField label={m.collections_find()} name={name} onName={setName} />
          </div>
          <Button
            type="submit"
            icon={Plus}
            disabled={name.trim() === ''}
            busy={add.isPending && add.variables.id === undefined}
          >
            {m.collections_create()}
          </Button>
        </form>
        {add.error && (
          <Notice tone="bad" announce="now">
            {errorText(add.error)}
          </Notice>
        )}
        <Choices search={name} onChoose={(chosen) => add.mutate(chosen)} />
      </div>
    </Dialog>
  )
}

type Target = { id?: string; name: string }

function useAdd({ ids, onClose, onAdded }: Omit<CollectDialogProps, 'count'>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, name }: Target) => {
      const found = typeof ids === 'function' ? await ids() : ids
      const target = id ?? (await request('POST', '/api/collections', { body: { name } })).id
      if (id === undefined) void refreshCollection(client, target)
      return { id: target, name, added: await addToCollection(client, target, found) }
    },
    onSuccess: ({ id, name, added }) => {
      const text =
        added > 0
          ? m.collections_added({ count: added, shown: formatNumber(added), name })
          : m.collections_added_before({ name })
      toast(text, {
        action: { label: m.collections_open(), onAction: () => navigate(collectionPath(id)) },
      })
      onAdded?.()
      onClose()
    },
  })
}

function Choices({ search, onChoose }: { search: string; onChoose: (chosen: Target) => void }) {
  const searched = useDeferredValue(search.trim())
  const found = useInfiniteQuery({
    ...collectionsQuery(searched),
    placeholderData: (before) => before,
  })
  if (found.error && !found.data)
    return (
      <Notice tone="bad" announce="now">
        {errorText(found.error)}
      </Notice>
    )
  const open = (found.data?.pages ?? [])
    .flatMap(({ collections }) => collections)
    .filter(({ kind }) => kind === null)
  if (open.length === 0) return null
  return (
    <>
      <ul aria-label={m.nav_collections()} className="-mx-2 max-h-72 overflow-y-auto">
        {open.map((collection) => (
          <li key={collection.id}>
            <Choice collection={collection} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      <NextPage found={found} failed={m.collections_not_loaded()} size="small" />
    </>
  )
}

function Choice({
  collection,
  onChoose,
}: {
  collection: CollectionView
  onChoose: (chosen: Target) => void
}) {
  const { id, name, items, cover } = collection
  return (
    <button
      type="button"
      onClick={() => onChoose({ id, name })}
      className="flex min-h-control w-full items-center gap-3 rounded-control p-2 text-left hover:bg-hover"
    >
      <CollectionCover cover={cover} className="size-10" />
      <span className="min-w-0 flex-1 truncate text-body">{name}</span>
      <span className="text-small text-quiet tabular-nums">{formatNumber(items)}</span>
    </button>
  )
}
