import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { kindTexts } from '#web/kinds.ts'
import { accountQuery } from '#web/lib/account.ts'
import { ApiError, request } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Breadcrumb, Link } from '#web/lib/navigation/link.tsx'
import { navigate } from '#web/lib/navigation/location.ts'
import { type Prefetch, prefetchedMs } from '#web/lib/navigation/prefetch.ts'
import { useStudioName } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { RecordListActions } from '#web/shared/record-actions/record-list-actions.tsx'
import { Button, buttonStyle } from '#web/ui/controls/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/notices.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Trash2 } from '#web/ui/icons/media-icons.ts'
import { Share2 } from '#web/ui/icons/stage-icons.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { CollectionView } from '../contract.ts'
import { CollectionItems } from './collection-items.tsx'
import { CollectionShareDialog } from './collection-share-dialog.tsx'
import { collectionQuery, itemsQuery, refreshCollection } from './collections.ts'
import { CollectionsSignedOut } from './collections-page.tsx'
import { NameDialog } from './name-dialog.tsx'

/** Fetches a collection and its first records. */
export const prefetchCollection: Prefetch = async (client, { path }) => {
  const id = idOf(path)
  await Promise.all([
    client.prefetchQuery({ ...collectionQuery(id), staleTime: prefetchedMs }),
    client.prefetchInfiniteQuery({ ...itemsQuery(id), staleTime: prefetchedMs }),
  ])
}

const idOf = (path: string) => path.split('/')[2] ?? ''

/** A collection with its records. */
export function CollectionPage({ path }: { path: string }) {
  const id = idOf(path)
  const { data: account } = useQuery(accountQuery)
  const found = useQuery({ ...collectionQuery(id), enabled: Boolean(account) })
  if (account === null) return <CollectionsSignedOut title={m.nav_collections()} />
  const { data: collection, error } = found
  if (error instanceof ApiError && error.status === 404) return <Missing />
  if (error)
    return (
      <ErrorState
        title={m.collections_not_loaded()}
        retry={{ label: m.app_try_again(), onRetry: () => void found.refetch() }}
      >
        {errorText(error)}
      </ErrorState>
    )
  return collection ? (
    <Shown collection={collection} />
  ) : (
    <p role="status" className="sr-only">
      {m.collections_loading()}
    </p>
  )
}

function Missing() {
  return (
    <>
      <h1 className="sr-only">{m.nav_collections()}</h1>
      <EmptyState
        title={m.collections_missing()}
        action={
          <Link to="/collections" className={buttonStyle()}>
            {m.nav_collections()}
          </Link>
        }
      >
        <p>{m.collections_missing_text()}</p>
      </EmptyState>
    </>
  )
}

function Shown({ collection }: { collection: CollectionView }) {
  const { name, items, kind } = collection
  const studioName = useStudioName()
  useEffect(() => {
    document.title = `${name} · ${studioName}`
  }, [name, studioName])
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-col gap-5 px-4 pt-6 pb-16">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <Breadcrumb
            label={m.collections_breadcrumb()}
            trail={[{ name: m.nav_collections(), to: '/collections' }, { name }]}
            className="mb-3 pointer-coarse:-mt-3 pointer-coarse:mb-0"
          />
          <h1 className="text-title wrap-anywhere">{name}</h1>
          <p className="mt-1 text-small text-quiet">
            {m.collections_items({ count: items, shown: formatNumber(items) })}
            {kind && ` · ${m.collections_smart({ kind: kindTexts[kind].name() })}`}
          </p>
        </div>
        <Actions collection={collection} />
      </header>
      <CollectionItems collection={collection} />
    </div>
  )
}

function Actions({ collection }: { collection: CollectionView }) {
  const { id, items, kind, share } = collection
  const [shown, setShown] = useState<'rename' | 'share' | 'delete'>()
  const close = () => setShown(undefined)
  return (
    <div className="flex flex-wrap gap-1.5">
      {kind === null && (
        <Button icon={Share2} onClick={() => setShown('share')}>
          {share ? m.collections_sharing() : m.share_action()}
        </Button>
      )}
      <RecordListActions path={`/api/collections/${id}`} isEmpty={items === 0} />
      <Button variant="quiet" onClick={() => setShown('rename')}>
        {m.collections_rename()}
      </Button>
      <Button variant="quiet" icon={Trash2} onClick={() => setShown('delete')}>
        {m.collections_delete()}
      </Button>
      {shown === 'rename' && <Rename collection={collection} onClose={close} />}
      {shown === 'share' && <CollectionShareDialog collection={collection} onClose={close} />}
      {shown === 'delete' && <Delete collection={collection} onClose={close} />}
    </div>
  )
}

type PartProps = { collection: CollectionView; onClose: () => void }

function Rename({ collection, onClose }: PartProps) {
  const client = useQueryClient()
  const [name, setName] = useState(collection.name)
  const { id } = collection
  const rename = useMutation({
    mutationFn: () =>
      request('PATCH', '/api/collections/{id}', { params: { id }, body: { name: name.trim() } }),
    onSuccess: (changed) => {
      client.setQueryData(collectionQuery(id).queryKey, changed)
      void refreshCollection(client, id)
      onClose()
    },
  })
  return (
    <NameDialog
      title={m.collections_rename_title()}
      save={m.viewer_tags_save()}
      {...{ name, onName: setName, onClose, error: rename.error, isBusy: rename.isPending }}
      onSave={() => rename.mutate()}
    />
  )
}

function Delete({ collection: { id, share }, onClose }: PartProps) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => request('DELETE', '/api/collections/{id}', { params: { id } }),
    onSuccess: () => {
      navigate('/collections', { replace: true })
      void client.invalidateQueries({ queryKey: ['collections'] })
    },
    onError: (error) => toast(errorText(error), { tone: 'bad' }),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.collections_delete_title()}
      description={share ? m.collections_delete_shared() : m.collections_delete_text()}
      closeLabel={m.collections_close()}
      footer={
        <>
          <Button onClick={onClose}>{m.viewer_tags_cancel()}</Button>
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            {m.collections_delete()}
          </Button>
        </>
      }
    />
  )
}
