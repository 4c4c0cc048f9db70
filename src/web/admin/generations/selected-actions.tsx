import { useState } from 'react'
import type { SelectedView } from '#core/admin/lists-contract.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, Input } from '#web/ui/controls/field.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { ActionButton } from '../action-dialog.tsx'
import { usePermissions } from '../use-permission.ts'

type SelectedActionsProps = {
  selected: readonly string[]
  onSelectAll: () => void
  onClear: () => void
}

/** Retries or refunds the selected generations with one reason, and says which were refused. */
export function SelectedActions({ selected, onSelectAll, onClear }: SelectedActionsProps) {
  const may = usePermissions()
  const [outcomes, setOutcomes] = useState<SelectedView['outcomes'] | null>(null)
  const onDone = (answer: SelectedView) => {
    setOutcomes(answer.outcomes)
    onClear()
  }
  const count = formatNumber(selected.length)
  const isDisabled = selected.length === 0
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button onClick={onSelectAll}>{m.admin_list_select_all()}</Button>
        {may('generations.retry') && (
          <ActionButton
            isDisabled={isDisabled}
            act={{
              title: m.admin_list_retry({ count }),
              text: m.admin_retry_all_text(),
              path: '/api/admin/generations/retry',
              body: () => ({ ids: selected }),
              onDone,
            }}
          />
        )}
        {may('generations.refund') && (
          <ActionButton
            isDisabled={isDisabled}
            act={{
              title: m.admin_list_refund({ count }),
              text: m.admin_list_refund_text(),
              path: '/api/admin/generations/refund',
              fields: (
                <Field label={m.admin_note()} hint={m.admin_note_hint()}>
                  {(control) => (
                    <Input {...control} name="note" maxLength={200} autoComplete="off" />
                  )}
                </Field>
              ),
              body: (form) => {
                const note = String(form.get('note') ?? '').trim()
                return { ids: selected, ...(note && { note }) }
              },
              onDone,
            }}
          />
        )}
      </div>
      {outcomes && <Outcomes outcomes={outcomes} />}
    </div>
  )
}

function Outcomes({ outcomes }: Pick<SelectedView, 'outcomes'>) {
  const refused = outcomes.filter(({ outcome }) => outcome !== 'done')
  const done = formatNumber(outcomes.length - refused.length)
  return (
    <Notice
      tone={refused.length > 0 ? 'warn' : 'good'}
      announce="now"
      title={m.admin_list_outcome({ done, refused: formatNumber(refused.length) })}
    >
      <ul>
        {refused.map(({ id, outcome }) => (
          <li key={id}>
            <Link to={`/admin/generations/${id}`} className="underline underline-offset-2">
              {id}
            </Link>
            : {outcome}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
