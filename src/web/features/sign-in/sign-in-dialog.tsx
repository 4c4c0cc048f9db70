import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { waitToGoOn } from '#web/lib/prompts/go-on.ts'
import { closePrompt, type SignInPrompt } from '#web/lib/prompts/prompts.ts'
import { settingsQuery } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { failureWords } from './failure-words.ts'
import { GoogleButton } from './google-button.tsx'

/** Asks for a sign-in. It leaves the page and comes back to it (docs/spec/accounts.md#sign-in). */
export function SignInDialog({ prompt }: { prompt: SignInPrompt }) {
  const { data: settings } = useQuery(settingsQuery)
  const [isLeaving, setLeaving] = useLeaving()
  const [isOffline, setOffline] = useState(false)
  const { description, failure, goOn } = prompt

  const signIn = () => {
    // Without a line the browser would show a page of its own instead of this one.
    setOffline(!navigator.onLine)
    if (!navigator.onLine) return
    setLeaving(true)
    const here = prompt.returnTo ?? location.pathname + location.search
    const returnTo = goOn === undefined ? here : waitToGoOn(goOn, here)
    location.assign(`/api/auth/sign-in?${new URLSearchParams({ return_to: returnTo })}`)
  }

  return (
    <Dialog
      open
      onClose={closePrompt}
      closeLabel={m.app_close()}
      title={m.sign_in_title()}
      description={description ?? m.sign_in_description()}
    >
      {(failure || isOffline) && (
        <div className="mb-4">
          <Notice tone="bad" announce="now">
            {isOffline ? m.sign_in_offline() : failure && failureWords(failure)}
          </Notice>
        </div>
      )}
      <GoogleButton data-initial-focus busy={isLeaving} onClick={signIn}>
        {isLeaving ? m.sign_in_leaving() : m.sign_in_with_google()}
      </GoogleButton>
      <div className="mt-4 flex flex-col gap-1 text-small text-quiet">
        {goOn !== undefined ? (
          <p>{m.sign_in_goes_on()}</p>
        ) : (
          !description && <p>{m.sign_in_return()}</p>
        )}
        {settings?.mode === 'demo' && <p>{m.sign_in_demo()}</p>}
      </div>
    </Dialog>
  )
}

/** Whoever comes back by the browser's button finds the page as it was, and may press again. */
function useLeaving() {
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    const stay = () => setLeaving(false)
    addEventListener('pageshow', stay)
    return () => removeEventListener('pageshow', stay)
  }, [])
  return [isLeaving, setLeaving] as const
}
