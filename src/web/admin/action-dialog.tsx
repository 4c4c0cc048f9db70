import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { fetchJson } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, TextArea } from '#web/ui/controls/field.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { adminKey } from './admin-query.ts'

/** `Answer`: the contract's type of the answer of `path`. */
type OperatorAction<Answer> = {
  title: string
  /** What a screen reader says instead, where several actions have one title. */
  name?: string
  text?: string
  method?: 'POST' | 'PATCH'
  /**
   * The request's path, and its body beside the reason; `null`: the form is incomplete and shows
   * that.
   */
  path: string
  body: (form: FormData) => Record<string, unknown> | null
  fields?: ReactNode
  isDanger?: boolean
  onDone?: (answer: Answer) => void
  /** What to say of the answer, where it is not always that it is done. */
  outcome?: (answer: Answer) => { text: string; tone: 'good' | 'warn' | 'bad' }
}

type ActionButtonProps<Answer> = {
  act: OperatorAction<Answer>
  isDisabled?: boolean
  size?: 'small'
}

/** A button for an operator action: it requests a reason and sends the action once. */
export function ActionButton<Answer>({ act, isDisabled = false, size }: ActionButtonProps<Answer>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant={act.isDanger ? 'danger' : 'plain'}
        size={size}
        aria-label={act.name}
        aria-disabled={isDisabled || undefined}
        onClick={() => setOpen(!isDisabled)}
      >
        {act.title}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={act.name ?? act.title}
        {...(act.text && { description: act.text })}
        closeLabel={m.admin_close()}
      >
        {isOpen && <ActionForm act={act} onClose={() => setOpen(false)} />}
      </Dialog>
    </>
  )
}

type ActionFormProps<Answer> = { act: OperatorAction<Answer>; onClose: () => void }

function ActionForm<Answer>({ act, onClose }: ActionFormProps<Answer>) {
  const client = useQueryClient()
  const formId = useId()
  const [reason, setReason] = useState('')
  // A second press, or a repeat after a lost answer, does nothing more.
  const [actId] = useState(() => `${Date.now()}-${Math.random()}`)
  const [isMissing, setMissing] = useState(false)
  const doing = useMutation({
    mutationFn: async (body: Record<string, unknown>) =>
      (await fetchJson(act.method ?? 'POST', act.path, { body })) as Answer,
    onSuccess: (answer) => {
      onClose()
      const { text, tone } = act.outcome?.(answer) ?? { text: m.admin_done(), tone: 'good' }
      toast(text, { tone })
      act.onDone?.(answer)
    },
    onSettled: () => void client.invalidateQueries({ queryKey: adminKey }),
  })
  const send = (data: FormData) => {
    const why = reason.trim()
    const body = act.body(data)
    setMissing(why === '')
    if (why !== '' && body) doing.mutate({ ...body, reason: why, act_id: actId })
  }
  return (
    <form
      id={formId}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        send(new FormData(event.currentTarget))
      }}
    >
      {act.fields}
      <Field
        label={m.admin_reason()}
        hint={m.admin_reason_hint()}
        error={isMissing ? m.admin_reason_missing() : undefined}
      >
        {(control) => (
          <TextArea
            {...control}
            value={reason}
            onChange={setReason}
            lines={2}
            maxLength={500}
            required
          />
        )}
      </Field>
      {doing.error && (
        <Notice tone="bad" announce="now">
          {errorText(doing.error, m.admin_unknown_outcome())}
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{m.admin_cancel()}</Button>
        <Button
          type="submit"
          form={formId}
          variant={act.isDanger ? 'danger' : 'primary'}
          busy={doing.isPending}
        >
          {act.title}
        </Button>
      </div>
    </form>
  )
}
