import { useQuery } from '@tanstack/react-query'
import type { SignInFailure } from '#core/history/contract/browser-state.ts'
import { closePrompt, type SignInPrompt } from '#web/lib/prompts.ts'
import { storeWaitingAction } from '#web/lib/resume-action.ts'
import { settingsQuery, useStudioName } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Mark } from '#web/shared/mark.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { MethodButtons } from './method-buttons.tsx'
import { useSignIn } from './use-sign-in.ts'

/**
 * Asks the user to sign in. The sign-in leaves the page and returns to it
 * (docs/spec/accounts.md#sign-in).
 */
export function SignInDialog({ prompt }: { prompt: SignInPrompt }) {
  const { data: settings } = useQuery(settingsQuery)
  const studioName = useStudioName()
  const { leavingFor, isOffline, leave } = useSignIn()
  const { description, failure, resumedAction } = prompt

  const signIn = (method: string) => {
    const here = prompt.returnTo ?? location.pathname + location.search
    leave(() => ({
      method,
      return_to: resumedAction === undefined ? here : storeWaitingAction(resumedAction, here),
    }))
  }

  return (
    <Dialog
      open
      onClose={closePrompt}
      closeLabel={m.app_close()}
      title={m.sign_in_title()}
      description={description ?? m.sign_in_description()}
    >
      <p className="mb-4 flex items-center gap-2 font-medium wrap-anywhere">
        <Mark />
        {studioName}
      </p>
      {(failure || isOffline) && (
        <div className="mb-4">
          <Notice tone="bad" announce="now">
            {isOffline ? m.sign_in_offline() : failure && signInFailureText(failure)}
          </Notice>
        </div>
      )}
      <MethodButtons busy={leavingFor} onChoose={signIn} />
      <div className="mt-4 flex flex-col gap-1 text-small text-quiet">
        {resumedAction !== undefined ? (
          <p>{m.sign_in_goes_on()}</p>
        ) : (
          !description && <p>{m.sign_in_return()}</p>
        )}
        {settings?.mode === 'demo' && <p>{m.sign_in_demo()}</p>}
      </div>
    </Dialog>
  )
}

/** The error, and the next step. */
function signInFailureText(failure: Exclude<SignInFailure, 'declined'>): string {
  switch (failure) {
    case 'unverified':
      return m.sign_in_unverified()
    case 'taken':
      return m.sign_in_taken()
    case 'unavailable':
      return m.sign_in_unavailable()
    case 'failed':
      return m.sign_in_failed()
  }
}
