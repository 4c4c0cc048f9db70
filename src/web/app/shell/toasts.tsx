import { m } from '#web/messages/compiled/messages.js'
import { Toaster } from '#web/ui/feedback/toaster.tsx'

/**
 * What is said in passing. Its code comes with the page: most of what it says is what went wrong.
 */
export function Toasts() {
  return <Toaster label={m.app_messages()} dismissLabel={m.app_dismiss()} />
}
