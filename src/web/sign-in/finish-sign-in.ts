import { signInFailures, signInParameter } from '#core/history/contract/browser-state.ts'
import { navigate } from '#web/lib/navigation/location.ts'
import { askToSignIn } from '#web/lib/prompts.ts'
import { resumeParameter, setResumedAction, takeWaitingAction } from '#web/lib/resume-action.ts'
import { m } from '#web/messages/compiled/messages.js'
import { toast } from '#web/ui/feedback/toast.ts'

/**
 * Before the first render: removes the parameters of a sign-in from the address, so that a reload
 * or a shared link does not repeat them. After a successful one the waiting action is resumed;
 * after any other the page shows the error.
 */
export function finishSignIn(): void {
  const { pathname, search, hash } = location
  const parameters = new URLSearchParams(search)
  const action = takeWaitingAction(parameters.get(resumeParameter) ?? undefined)
  const outcome = parameters.get(signInParameter)
  const failure = signInFailures.find((name) => name === outcome)
  // A sign-up was refused: the page says what to do, also when it is loaded again.
  if (outcome !== null && !failure) return
  const left = [resumeParameter, signInParameter].filter((name) => parameters.has(name))
  if (left.length === 0) return

  for (const name of left) parameters.delete(name)
  navigate(pathname + (parameters.size > 0 ? `?${parameters}` : '') + hash, { replace: true })
  if (!failure) setResumedAction(action)
  else if (failure === 'declined')
    toast(m.sign_in_declined(), { description: m.sign_in_declined_next() })
  else askToSignIn({ failure, ...(action !== undefined && { resumedAction: action }) })
}
