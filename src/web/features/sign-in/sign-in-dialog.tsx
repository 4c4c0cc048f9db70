import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { closePrompt, type SignInPrompt } from '#web/lib/prompts.ts'
import { settingsQuery } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { GoogleButton } from './google-button.tsx'

/** Asks for a sign-in. It leaves the page and comes back to it (specification, creation §2). */
export function SignInDialog({ prompt }: { prompt: SignInPrompt }) {
  const { data: settings } = useQuery(settingsQuery)
  const [isLeaving, setLeaving] = useState(false)

  const signIn = () => {
    setLeaving(true)
    const returnTo = prompt.returnTo ?? location.pathname + location.search
    location.assign(`/api/auth/sign-in?${new URLSearchParams({ return_to: returnTo })}`)
  }

  return (
    <Dialog
      open
      onClose={closePrompt}
      closeLabel={m.app_close()}
      title={m.sign_in_title()}
      description={prompt.description ?? m.sign_in_description()}
    >
      <GoogleButton busy={isLeaving} onClick={signIn}>
        {isLeaving ? m.sign_in_leaving() : m.sign_in_with_google()}
      </GoogleButton>
      <div className="mt-4 flex flex-col gap-1 text-small text-quiet">
        {!prompt.description && <p>{m.sign_in_return()}</p>}
        {settings?.mode === 'demo' && <p>{m.sign_in_demo()}</p>}
      </div>
    </Dialog>
  )
}
