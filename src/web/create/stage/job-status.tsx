import { useState } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { formatElapsed, formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { historyPath } from '#web/shared/record-actions/record-links.ts'
import { useRefund } from '#web/shared/record-actions/refund.ts'
import { SpendButton } from '#web/shared/start/spend-button.tsx'
import { cancelLabel, waitingReason } from '#web/shared/texts.ts'
import { Button, buttonStyle } from '#web/ui/controls/button.tsx'
import { ProgressBar } from '#web/ui/feedback/badge-and-progress.tsx'
import { CircleAlert, RotateCw } from '#web/ui/icons/basic-icons.ts'
import { Eraser, Undo2 } from '#web/ui/icons/media-icons.ts'
import { CircleSlash, SlidersHorizontal } from '#web/ui/icons/stage-icons.ts'
import { elapsedMs, jobProgress } from './job-progress.ts'
import { failedText, jobState, waitingText, workingText } from './job-state.ts'
import { NotifyOffer } from './notify-offer.tsx'
import { useNow } from './use-now.ts'

/** The status of a running job: its place in the queue, then its elapsed time and its progress. */
export function JobInProgress({
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
  const { percent, isGuess } = jobProgress(generation, now)
  const cancel = () => {
    setCancelling(true)
    void onCancel().finally(() => setCancelling(false))
  }
  return (
    <div
      className={`absolute inset-x-0 m-auto flex h-fit w-72 max-w-[calc(100%-2rem)] flex-col gap-3 rounded-panel border border-line bg-stage p-5 ${generation.preview ? 'bottom-4' : 'inset-y-0'}`}
    >
      <div className="flex items-baseline justify-between gap-3">
        <p className="font-medium tabular-nums">
          {generation.is_cancelling && m.stage_cancelling()}
          {!generation.is_cancelling &&
            (isWaiting ? waitingText(generation) : workingText(generation, now))}
        </p>
        <p className="text-small whitespace-nowrap text-quiet tabular-nums">
          {isWaiting && formatElapsed(elapsedMs(generation, now))}
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
      {!generation.is_cancelling && <NotifyOffer kind={generation.kind} />}
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

type FailedJobProps = {
  generation: GenerationView
  /** Absent when its model is no longer offered. */
  again: { price: string; onStart: () => void; onReuse: () => void } | undefined
  onReset: () => void
}

/** The status of a failed job: the reason, the refund, the next actions. */
export function FailedJob({ generation, again, onReset }: FailedJobProps) {
  const isCancelled = jobState(generation) === 'cancelled'
  const Icon = isCancelled ? CircleSlash : CircleAlert
  const refunded = generation.credits_refunded
  return (
    <div className="absolute inset-0 m-auto flex h-fit max-w-lg flex-col items-center px-5 text-center">
      <Icon size={20} aria-hidden className={isCancelled ? 'text-quiet' : 'text-bad'} />
      <h2 className="mt-3 text-title">
        {isCancelled ? m.stage_cancelled() : failedText(generation)}
      </h2>
      {!isCancelled && generation.error_message && (
        <p className="mt-2 text-bad wrap-anywhere">{generation.error_message}</p>
      )}
      {refunded > 0 && (
        <p className="mt-1 text-quiet">
          {m.stage_refunded({ count: refunded, amount: formatNumber(refunded) })}
        </p>
      )}
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        {generation.can_refund && <RefundButton generation={generation} />}
        {again && (
          <>
            <SpendButton icon={RotateCw} onClick={again.onStart}>
              {m.stage_try_again({ credits: again.price })}
            </SpendButton>
            <Button variant="quiet" icon={SlidersHorizontal} onClick={again.onReuse}>
              {m.stage_reuse()}
            </Button>
          </>
        )}
        <Button variant="quiet" icon={Eraser} onClick={onReset}>
          {m.work_reset()}
        </Button>
      </div>
    </div>
  )
}

/** Requests a refund; a toast reports the outcome. */
function RefundButton({ generation }: { generation: GenerationView }) {
  const refund = useRefund(generation)
  const [isSent, setSent] = useState(false)
  const send = () => {
    setSent(true)
    void refund('').finally(() => setSent(false))
  }
  return (
    <Button icon={Undo2} busy={isSent} onClick={() => !isSent && send()}>
      {m.refund_request()}
    </Button>
  )
}
