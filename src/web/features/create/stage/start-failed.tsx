import { CircleAlert, RotateCw } from 'lucide-react'
import { m } from '#web/messages/compiled/messages.js'
import type { StartFailure } from '#web/shared/start/start-outcome.ts'
import { Button } from '#web/ui/controls/button.tsx'

export type StartFailedProps = StartFailure & { onRetry: () => void; onDismiss: () => void }

/** A job that could not be started: why, what about the credits, what now. */
export function StartFailed({ title, text, onRetry, onDismiss }: StartFailedProps) {
  return (
    <div className="m-auto flex max-w-lg flex-col items-center px-5 py-8 text-center">
      <CircleAlert size={20} aria-hidden className="text-bad" />
      <h2 className="mt-3 text-title">{title}</h2>
      <p className="mt-2 text-quiet">{text}</p>
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        <Button icon={RotateCw} onClick={onRetry}>
          {m.create_start_again()}
        </Button>
        <Button variant="quiet" onClick={onDismiss}>
          {m.app_close()}
        </Button>
      </div>
    </div>
  )
}
