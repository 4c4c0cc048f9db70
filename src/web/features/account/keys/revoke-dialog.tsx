import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { KeyView } from '#contract/keys.ts'
import { request } from '#web/lib/api.ts'
import { troubleText, unlessGone } from '#web/lib/trouble.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { keysQuery } from './keys-query.ts'

type RevokeDialogProps = {
  open: boolean
  apiKey: KeyView
  onClose: () => void
  onRevoked: () => void
}

/** Ends a key for good, once that is confirmed. */
export function RevokeDialog({
  open,
  apiKey: { id, name, hint },
  onClose,
  onRevoked,
}: RevokeDialogProps) {
  const client = useQueryClient()
  const revoke = useMutation({
    mutationFn: () =>
      request<void>('DELETE', `/api/account/keys/${encodeURIComponent(id)}`).catch(unlessGone),
    onSuccess: () => {
      onClose()
      onRevoked()
      toast(m.keys_revoked({ name }))
      client.setQueryData(keysQuery.queryKey, (keys) => keys?.filter((key) => key.id !== id))
      return client.invalidateQueries({ queryKey: keysQuery.queryKey })
    },
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeLabel={m.app_close()}
      title={m.keys_revoke_title({ name })}
      description={m.keys_revoke_text({ hint })}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {m.keys_keep()}
          </Button>
          <Button variant="danger" busy={revoke.isPending} onClick={() => revoke.mutate()}>
            {revoke.isPending ? m.keys_revoking() : m.keys_revoke()}
          </Button>
        </>
      }
    >
      {revoke.error && (
        <Notice tone="bad" announce="now">
          {troubleText(revoke.error)}
        </Notice>
      )}
    </Dialog>
  )
}
