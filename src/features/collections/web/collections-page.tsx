import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { kindTexts } from '#web/kinds.ts'
import { accountQuery } from '#web/lib/account.ts'
import { request } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { navigate } from '#web/lib/navigation/location.ts'
import { type Prefetch, prefetchedMs } from '#web/lib/navigation/prefetch.ts'
import { askToSignIn } from '#web/lib/prompts.ts'
import { m } from '#web/messages/compiled/messages.js'
import { PageList } from '#web/shared/page-list.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/notices.tsx'
import { FolderPlus } from '#web/ui/icons/history-icons.ts'
import type { CollectionView } from '../contract.ts'
import { collectionPath, collectionsQuery, refreshCollection } from './collections.ts'
import { CollectionCover } from './cover.tsx'
import { NameDialog } from './name-dialog.tsx'

/** Fetches the newest collections. */
export const prefetchCollections: Prefetch = (client) =>
  client.prefetchInfiniteQuery({ ...collectionsQuery(), staleTime: prefetchedMs })

/** All collections of the account, the newest first. */
export function CollectionsPage({ title }: { title: string }) {
  const { data: account } = useQuery(accountQuery)
  const [isNaming, setNaming] = useState(false)
  if (account === null) return <CollectionsSignedOut title={title} />
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-col gap-6 px-4 pt-6 pb-16">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-title">{title}</h1>
        <Button icon={FolderPlus} onClick={() => setNaming(true)}>
          {m.collections_new()}
        </Button>
      </div>
      {account && <Collections />}
      {isNaming && <CreateDialog onClose={() => setNaming(false)} />}
    </div>
  )
}

/** Instead of collections, for a visitor who is not signed in. */
export function CollectionsSignedOut({ title }: { title: string }) {
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <EmptyState
        title={m.collections_signed_out()}
        action={
          <Button variant="primary" onClick={() => askToSignIn()}>
            {m.app_sign_in()}
          </Button>
        }
      >
        <p>{m.collections_empty_text()}</p>
      </EmptyState>
    </>
  )
}

function Collections() {
  const found = useInfiniteQuery(collectionsQuery())
  return (
    <PageList found={found} loading={m.collections_loading()} failed={m.collections_not_loaded()}>
      {(pages) => {
        const collections = pages.flatMap((page) => page.collections)
        return collections.length === 0 ? (
          <EmptyState title={m.collections_empty()}>
            <p>{m.collections_empty_text()}</p>
          </EmptyState>
        ) : (
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] gap-x-4 gap-y-6">
            {collections.map((collection) => (
              <Card key={collection.id} collection={collection} />
            ))}
          </ul>
        )
      }}
    </PageList>
  )
}

function Card({ collection }: { collection: CollectionView }) {
  const { id, name, items, cover, kind, share } = collection
  const facts = [
    m.collections_items({ count: items, shown: formatNumber(items) }),
    ...(kind ? [m.collections_smart({ kind: kindTexts[kind].name() })] : []),
    ...(share ? [m.collections_shared()] : []),
  ]
  return (
    <li className="min-w-0">
      <Link to={collectionPath(id)} className="flex flex-col gap-2">
        <CollectionCover cover={cover} className="aspect-[4/3] w-full" />
        <span className="flex flex-col gap-0.5">
          <span className="truncate text-body font-medium">{name}</span>
          <span className="text-small text-quiet">{facts.join(' · ')}</span>
        </span>
      </Link>
    </li>
  )
}

function CreateDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState('')
  const create = useMutation({
    mutationFn: () => request('POST', '/api/collections', { body: { name: name.trim() } }),
    onSuccess: ({ id }) => {
      void refreshCollection(client, id)
      onClose()
      navigate(collectionPath(id))
    },
  })
  return (
    <NameDialog
      title={m.collections_new()}
      save={m.collections_create()}
      {...{ name, onName: setName, onClose, error: create.error, isBusy: create.isPending }}
      onSave={() => create.mutate()}
    />
  )
}
