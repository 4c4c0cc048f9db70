import { useEffect, useId, useRef, useState } from 'react'
import type { GenerationView } from '#contract/generation.ts'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { useRefund } from '#web/shared/refund.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, TextArea } from '#web/ui/controls/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type RefundDialogProps = { generation: GenerationView; open: boolean; onClose: () => void }

/** Whether the credits of failed work shall go back; a reason may be given. */
export function RefundDialog({ generation, open, onClose }: RefundDialogProps) {
  const form = useId()
  const refund = useRefund(generation)
  const [reason, setReason] = useState('')
  const [isSent, setSent] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // The reason may stay empty, so Enter may answer.
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
