import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '#web/lib/api.ts'
import { troubleText } from '#web/lib/trouble.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/** Ends every session, this one too, once that is confirmed. */
export function SignOutEverywhere() {
  const [isAsking, setAsking] = useState(false)
  // Everything on screen and in memory belonged to the account, so the page starts afresh.
  const end = useMutation({
    mutationFn: () => request<void>('POST', '/api/auth/sign-out-everywhere'),
    onSuccess: () => location.reload(),
  })
  return (
    <>
      <Button className="mt-6" onClick={() => setAsking(true)}>
        {m.account_everywhere()}
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        closeLabel={m.app_close()}
        title={m.account_everywhere_title()}
        description={m.account_everywhere_text()}
        footer={
          <>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              {m.account_stay()}
            </Button>
            <Button variant="danger" busy={end.isPending} onClick={() => end.mutate()}>
              {end.isPending ? m.app_signing_out() : m.account_everywhere()}
            </Button>
          </>
        }
      >
        {end.error && (
          <Notice tone="bad" announce="now">
            {troubleText(end.error)}
          </Notice>
        )}
      </Dialog>
    </>
  )
}
