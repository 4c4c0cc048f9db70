import { askToSignIn } from '#web/lib/prompts.ts'
import { m } from '#web/messages/compiled/messages.js'
import { toast } from '#web/ui/feedback/toast.ts'
import { useUploads } from '../form/inputs/use-uploads.ts'

/** Passes a press on the form's button on, once its files are there (specification, creation §4); else says what is missing. */
export function useFormSubmit(generationType: string, onReady: () => void) {
  const { running, failed, signedOut } = useUploads(generationType)
  const submit = () => {
    if (running > 0) toast(m.create_wait_for_upload(), { tone: 'warn' })
    else if (failed > 0) toast(m.inputs_wait_failed(), { tone: 'warn' })
    else if (signedOut > 0) askToSignIn({ description: m.inputs_sign_in_why() })
    else onReady()
  }
  return { submit, isUploading: running > 0 }
}
