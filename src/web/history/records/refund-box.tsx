import { useEffect, useId, useRef, useState } from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { useRefund } from '#web/shared/record-actions/refund.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, TextArea } from '#web/ui/controls/field.tsx'
import { CircleCheck } from '#web/ui/icons/basic-icons.ts'
import { Coins } from '#web/ui/icons/history-icons.ts'
import { Undo2 } from '#web/ui/icons/media-icons.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/** The refund of a record that failed, wholly or in part: done, or to be requested. */
export function RefundBox({ generation }: { generation: GenerationView }) {
  const { credits_charged, credits_refunded, can_refund } = generation
  // It stays rendered once it was opened, because a removed dialog cannot return the focus.
  const [isAsking, setAsking] = useState<boolean>()
  const kept = credits_charged - credits_refunded
  if (credits_charged === 0)
    return <p className="text-small text-quiet">{m.history_not_charged()}</p>
  return (
    // The button that opens the dialog is removed after the refund: the keyboard focus stays here.
    <div tabIndex={-1} className="text-small outline-none">
      {credits_refunded > 0 && <Refunded generation={generation} />}
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

function Refunded({ generation }: { generation: GenerationView }) {
  const { credits_charged, credits_refunded, refunded_at, refund_reason, error_message, used } =
    generation
  const isWhole = credits_refunded >= credits_charged
  const amount = m.refund_given({
    count: credits_refunded,
    credits: formatNumber(credits_refunded),
  })
  // The reason of an automatic refund is the failure, which is shown above.
  const given = refund_reason === error_message ? null : refund_reason
  const reason = given ?? (used && m.receipt_unused())
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

type RefundDialogProps = { generation: GenerationView; open: boolean; onClose: () => void }

/** Confirms a refund of a failed generation; the user may give a reason. */
function RefundDialog({ generation, open, onClose }: RefundDialogProps) {
  const form = useId()
  const refund = useRefund(generation)
  const [reason, setReason] = useState('')
  const [isSent, setSent] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // The reason may stay empty, so Enter may submit it.
  useEffect(() => {
    if (open) button.current?.focus()
  }, [open])
  const count = generation.credits_charged
  const credits = formatNumber(count)
  const send = async () => {
    setSent(true)
    await refund(reason)
    setSent(false)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={m.refund_title()}
      description={m.refund_text({ count, credits })}
      closeLabel={m.history_close()}
      footer={
        <>
          <Button onClick={onClose}>{m.refund_cancel()}</Button>
          <Button ref={button} variant="primary" type="submit" form={form} busy={isSent}>
            {m.refund_confirm({ count, credits })}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSent) void send()
        }}
      >
        <Field label={m.refund_reason()}>
          {(control) => (
            <TextArea
              {...control}
              lines={2}
              maxLines={6}
              maxLength={500}
              value={reason}
              onChange={setReason}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
