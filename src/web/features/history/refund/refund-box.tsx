import { CircleCheck, Coins, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { GenerationView } from '#contract/generation.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { RefundDialog } from './refund-dialog.tsx'

/**
 * What became of the credits of work that failed, wholly or in part: given back, or to be asked
 * for.
 */
export function RefundBox({ generation }: { generation: GenerationView }) {
  const { credits_charged, credits_refunded, can_refund } = generation
  // It stays once it was opened, because a dialog that vanishes cannot give the focus back.
  const [isAsking, setAsking] = useState<boolean>()
  const kept = credits_charged - credits_refunded
  if (credits_charged === 0)
    return <p className="text-small text-quiet">{m.history_not_charged()}</p>
  return (
    // The button that opens the dialog is gone once the credits are back: the keyboard stays here.
    <div tabIndex={-1} className="text-small outline-none">
      {credits_refunded > 0 && <GivenBack generation={generation} />}
      {kept > 0 && generation.status === 'failed' && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <p className="flex items-center gap-2 @max-[12rem]:sr-only">
            <Coins size={16} aria-hidden className="shrink-0 text-warn" />
            {m.refund_charged({ count: kept, credits: formatNumber(kept) })}
          </p>
          {can_refund && (
            <Button
              size="small"
              icon={Undo2}
              onClick={() => setAsking(true)}
              className="@max-[12rem]:w-full @max-[12rem]:!px-1 @max-[12rem]:[&>svg]:hidden"
            >
              {m.refund_request()}
            </Button>
          )}
        </div>
      )}
      {isAsking !== undefined && (
        <RefundDialog generation={generation} open={isAsking} onClose={() => setAsking(false)} />
      )}
    </div>
  )
}

function GivenBack({ generation }: { generation: GenerationView }) {
  const { credits_charged, credits_refunded, refunded_at, refund_reason, error_message } =
    generation
  const isWhole = credits_refunded >= credits_charged
  const amount = m.refund_given({
    count: credits_refunded,
    credits: formatNumber(credits_refunded),
  })
  // Of an automatic refund the reason is the failure, which is told above.
  const reason = refund_reason === error_message ? null : refund_reason
  return (
    <div className="flex gap-2 text-good">
      <CircleCheck size={16} aria-hidden className="mt-px shrink-0" />
      <div className="min-w-0">
        <p>{isWhole ? `${m.history_not_charged()} ${amount}` : amount}</p>
        {(refunded_at || reason) && (
          <p className="text-quiet tabular-nums wrap-anywhere">
            {refunded_at && <time dateTime={refunded_at}>{formatDateTime(refunded_at)}</time>}
            {reason && `${refunded_at ? ' · ' : ''}${reason}`}
          </p>
        )}
      </div>
    </div>
  )
}
