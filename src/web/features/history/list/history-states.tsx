import { ApiError } from '#web/lib/api.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { askToSignIn } from '#web/lib/prompts.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { buttonStyle } from '#web/ui/controls/button-style.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Thumb } from '#web/ui/feedback/thumb.tsx'

/** A good picture and what it was made from, to start with. */
export type HistoryExample = { src: string; width: number; height: number; prompt: string }

export function HistoryEmpty({ example }: { example: HistoryExample }) {
  return (
    <EmptyState
      title={m.history_empty()}
      example={
        <figure>
          <Thumb src={example.src} alt="" width={example.width} height={example.height} eager />
          <figcaption className="mt-2 text-small text-quiet">{example.prompt}</figcaption>
        </figure>
      }
      action={
        <Link
          to="/creator/image/text-to-image"
          query={{ prompt: example.prompt }}
          className={buttonStyle({ variant: 'primary' })}
        >
          {m.history_empty_action()}
        </Link>
      }
    >
      {m.history_empty_text()}
    </EmptyState>
  )
}

/** Nobody is signed in, so there is no history to show (specification, history §8). */
export function HistoryUnauthorized() {
  return (
    <EmptyState
      title={m.history_unauthorized()}
      action={
        <Button variant="primary" onClick={() => askToSignIn({ description: m.history_unauthorized_text() })}>
          {m.history_sign_in()}
        </Button>
      }
    >
      {m.history_unauthorized_text()}
    </EmptyState>
  )
}

type FailedProps = { error: Error; isRetrying: boolean; onRetry: () => void }

/** The list could not be read: the session has ended, or something broke. */
export function HistoryFailed({ error, isRetrying, onRetry }: FailedProps) {
  if (error instanceof ApiError && error.status === 401) return <HistoryUnauthorized />
  return (
    <ErrorState title={m.history_failed_to_fetch()} retry={{ label: m.history_retry(), onRetry, busy: isRetrying }}>
      {m.history_failed_text()}
    </ErrorState>
  )
}
