import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ShareSettings, SharingDialog } from '#features/shares/web/public.tsx'
import { request } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { toast } from '#web/ui/feedback/toast.ts'
import type { CollectionView } from '../contract.ts'
import { refreshCollection } from './collections.ts'

/** Creates, changes and ends the share page of a collection. */
export function CollectionShareDialog({
  collection: { id, share, items },
  onClose,
}: {
  collection: CollectionView
  onClose: () => void
}) {
  return (
    <SharingDialog
      {...{ share, onClose }}
      {...useShareActions(id)}
      texts={{
        title: m.collections_share_title(),
        description: share
          ? m.collections_share_text()
          : m.collections_share_none({ count: items, shown: formatNumber(items) }),
        showsSettings: m.collections_shows_settings(),
        listed: m.collections_listed(),
        listedHint: m.collections_listed_hint(),
        stopHint: m.collections_stop_hint(),
      }}
    />
  )
}

function useShareActions(id: string) {
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (body: ShareSettings) =>
      request('PUT', '/api/collections/{id}/share', { params: { id }, body }),
    onSuccess: () => refreshCollection(client, id),
  })
  const revoke = useMutation({
    mutationFn: () => request('DELETE', '/api/collections/{id}/share', { params: { id } }),
    onSuccess: () => {
      toast(m.share_stopped())
      return refreshCollection(client, id)
    },
  })
  return { save, revoke }
}
