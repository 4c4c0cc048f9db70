import { askToSignIn } from '#web/lib/prompts.ts'
import { setResumedAction, useResumedAction } from '#web/lib/resume-action.ts'
import { m } from '#web/messages/compiled/messages.js'
import { toast } from '#web/ui/feedback/toast.ts'
import { useUploads } from '../uploads/use-uploads.ts'

type FormSubmit = {
  generationType: string
  /** `undefined` while that is not known. */
  isSignedIn: boolean | undefined
  onReady: () => void
}

/**
 * Submits the form after a press on its button, once its files are uploaded
 * (docs/spec/creation.md#form-rules); otherwise shows what is missing. A press that a sign-in
 * interrupted is resumed automatically, once, when the form is complete again.
 */
export function useFormSubmit({ generationType, isSignedIn, onReady }: FormSubmit) {
  const { running, failed, signedOut, isSettled } = useUploads(generationType)
  const submit = () => {
    setResumedAction(undefined)
    if (running > 0) toast(m.create_wait_for_upload(), { tone: 'warn' })
    else if (failed > 0) toast(m.inputs_wait_failed(), { tone: 'warn' })
    else if (signedOut > 0)
      askToSignIn({ description: m.create_sign_in_reason(), resumedAction: generationType })
    else onReady()
  }
  const canResume = isSignedIn && failed === 0 && signedOut === 0
  const isResumable = canResume && !isSettled ? undefined : canResume
  const isResuming = useResumedAction(generationType, isResumable, onReady)
  return { submit, isUploading: running > 0, isResuming: isResuming && isSignedIn === true }
}
