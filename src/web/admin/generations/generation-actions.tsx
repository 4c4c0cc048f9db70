import type {
  AdminGenerationView,
  RetriedView,
} from '#core/generations/admin-generations-contract.ts'
import { formatNumber } from '#web/lib/format.ts'
import { navigate } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Field, FieldLabel, Input } from '#web/ui/controls/field.tsx'
import { ActionButton } from '../action-dialog.tsx'
import { usePermissions } from '../use-permission.ts'

const retryTexts = {
  poll: m.admin_retry_poll,
  result: m.admin_retry_result,
  start: m.admin_retry_start,
}

/** The actions that an operator can take on a generation now. */
export function GenerationActions({ generation }: { generation: AdminGenerationView }) {
  const may = usePermissions()
  const { id, retry, can_fetch, can_refund, credits_charged } = generation
  const path = `/api/admin/generations/${id}`
  const mayChoose = retry !== 'poll' && can_fetch
  return (
    <div className="flex flex-wrap gap-2">
      {retry && may('generations.retry') && (
        <ActionButton
          act={{
            title: m.admin_retry(),
            text: retryTexts[retry](),
            path: `${path}/retry`,
            fields: mayChoose && <RetryChoice proposed={retry === 'start' ? 'start' : 'result'} />,
            body: (form) => (mayChoose ? { from: form.get('from') } : {}),
            onDone: ({ id: watched }: RetriedView) => {
              if (watched !== id) navigate(`/admin/generations/${watched}`)
            },
          }}
        />
      )}
      {can_refund && may('generations.refund') && (
        <ActionButton
          act={{
            title: m.admin_refund(),
            text: m.admin_refund_text({ credits: formatNumber(credits_charged) }),
            path: `${path}/refund`,
            fields: (
              <Field label={m.admin_note()} hint={m.admin_note_hint()}>
                {(control) => <Input {...control} name="note" maxLength={200} autoComplete="off" />}
              </Field>
            ),
            body: (form) => {
              const note = String(form.get('note') ?? '').trim()
              return note ? { note } : {}
            },
          }}
        />
      )}
    </div>
  )
}

function RetryChoice({ proposed }: { proposed: 'result' | 'start' }) {
  const choices = [
    { value: 'result', label: m.admin_retry_from_result() },
    { value: 'start', label: m.admin_retry_from_start() },
  ]
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5">
        <FieldLabel>{m.admin_retry_from()}</FieldLabel>
      </legend>
      {choices.map(({ value, label }) => (
        <label key={value} className="flex min-h-6 items-center gap-2">
          <input
            type="radio"
            name="from"
            value={value}
            defaultChecked={value === proposed}
            className="size-4 accent-accent"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
