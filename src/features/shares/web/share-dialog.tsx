import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { request } from '#web/lib/api.ts'
import { m } from '#web/messages/compiled/messages.js'
import { toast } from '#web/ui/feedback/toast.ts'
import { shareQuery } from './shared-works.ts'
import { type ShareSettings, SharingDialog } from './sharing-dialog.tsx'

/** Creates, changes and ends the share page of a result. */
export function ShareDialog({
  generation,
  onClose,
}: {
  generation: GenerationView
  onClose: () => void
}) {
  const { data: share = null, error, isPending } = useQuery(shareQuery(generation.id))
  return (
    <SharingDialog
      {...{ share, error, isPending, onClose }}
      {...useShareActions(generation.id)}
      texts={{
        title: m.share_title(),
        description: share ? m.share_text() : m.share_none_text(),
        showsSettings: m.share_shows_settings(),
        listed: m.share_listed(),
        listedHint: m.share_listed_hint(),
        stopHint: m.share_stop_hint(),
      }}
    />
  )
}

function useShareActions(id: string) {
  const client = useQueryClient()
  const { queryKey } = shareQuery(id)
  const save = useMutation({
    mutationFn: (body: ShareSettings) =>
      request('PUT', '/api/generations/{id}/share', { params: { id }, body }),
    onSuccess: (share) => client.setQueryData(queryKey, share),
  })
  const revoke = useMutation({
    mutationFn: () => request('DELETE', '/api/generations/{id}/share', { params: { id } }),
    onSuccess: () => {
      client.setQueryData(queryKey, null)
      toast(m.share_stopped())
    },
  })
  return { save, revoke }
}
