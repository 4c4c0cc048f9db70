import { CircleAlert, CircleSlash, Eraser, RotateCw, SlidersHorizontal, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { GenerationView } from '#contract/generation.ts'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { useRefund } from '#web/shared/refund.ts'
import { SpendButton } from '#web/shared/start/spend-button.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { failedWords, stateOf } from '../state.ts'

type FailedProps = {
  generation: GenerationView
  /** Absent when its model is no longer offered. */
  again: { price: string; onStart: () => void; onReuse: () => void } | undefined
  onReset: () => void
}

/** It came to nothing: why, what about the credits, what now. */
export function Failed({ generation, again, onReset }: FailedProps) {
  const isCancelled = stateOf(generation) === 'cancelled'
  const Icon = isCancelled ? CircleSlash : CircleAlert
  const refunded = generation.credits_refunded
  return (
    <div className="absolute inset-0 m-auto flex h-fit max-w-lg flex-col items-center px-5 text-center">
      <Icon size={20} aria-hidden className={isCancelled ? 'text-quiet' : 'text-bad'} />
      <h2 className="mt-3 text-title">
        {isCancelled ? m.stage_cancelled() : failedWords(generation)}
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

/** Asks for the credits back; a toast says what became of it. */
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
