import { useState } from 'react'
import type { GenerationView } from '#contract/generation.ts'
import { formatElapsed } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { historyPath } from '#web/shared/record-links.ts'
import { cancelLabel, waitingReason } from '#web/shared/texts.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { buttonStyle } from '#web/ui/controls/button-style.ts'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { elapsedOf, progressOf } from '../progress.ts'
import { waitingWords, workingWords } from '../state.ts'
import { useNow } from '../use-now.ts'

/** Where a running job is: its place in the queue, then how long it works and how far it is. */
export function InProgress({
  generation,
  onCancel,
}: {
  generation: GenerationView
  onCancel: () => Promise<void>
}) {
  const now = useNow(true)
  const [isCancelling, setCancelling] = useState(false)
  const isWaiting = generation.status === 'pending'
  const reason = waitingReason(generation)
  const { percent, isGuess } = progressOf(generation, now)
  const cancel = () => {
    setCancelling(true)
    void onCancel().finally(() => setCancelling(false))
  }
  return (
    <div className="absolute inset-0 m-auto flex h-fit w-72 max-w-[calc(100%-2rem)] flex-col gap-3 rounded-panel border border-line bg-stage p-5">
      <div className="flex items-baseline justify-between gap-3">
        <p className="font-medium tabular-nums">
          {generation.is_cancelling && m.stage_cancelling()}
          {!generation.is_cancelling &&
            (isWaiting ? waitingWords(generation) : workingWords(generation, now))}
        </p>
        <p className="text-small whitespace-nowrap text-quiet tabular-nums">
          {isWaiting && formatElapsed(elapsedOf(generation, now))}
          {!isWaiting && isGuess && m.stage_guess({ percent })}
        </p>
      </div>
      {reason && <p className="text-small text-quiet">{reason}</p>}
      {!isWaiting && (
        <ProgressBar label={m.stage_progress()} percent={isGuess ? undefined : percent} />
      )}
      {generation.is_cancelling && (
        <p className="text-small text-quiet">{m.stage_cancelling_text()}</p>
      )}
      <div className="-mx-2 flex flex-wrap items-center justify-between gap-1">
        <Link
          to={historyPath(generation.kind)}
          className={buttonStyle({ size: 'small', variant: 'quiet' })}
        >
          {m.work_in_history()}
        </Link>
        {generation.can_cancel && (
          <Button size="small" variant="quiet" busy={isCancelling} onClick={cancel}>
            {cancelLabel(generation)}
          </Button>
        )}
      </div>
    </div>
  )
}
