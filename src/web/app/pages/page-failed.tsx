import { m } from '#web/messages/compiled/messages.js'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'

/** Instead of a page whose code could not be loaded or broke. */
export function PageFailed() {
  return (
    <ErrorState title={m.app_page_failed_title()} retry={{ label: m.app_reload(), onRetry: () => location.reload() }}>
      {m.app_page_failed_text()}
    </ErrorState>
  )
}
