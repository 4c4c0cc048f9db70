import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDateTime } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { Field, Input } from '#web/ui/controls/field.tsx'
import { ActionButton } from '../action-dialog.tsx'
import { waitingQuery } from '../admin-query.ts'
import { Section } from '../admin-section.tsx'
import { Table } from '../table.tsx'

/** The accounts that wait for approval; nothing while none does. */
export function WaitingAccounts() {
  const { data: found } = useQuery(waitingQuery)
  if (!found || found.data.length === 0) return null
  const columns = [
    { name: m.admin_account() },
    { name: m.admin_since() },
    { name: m.admin_decision() },
  ]
  const rows = found.data.map(({ id, email, name, created_at }) => ({
    key: id,
    cells: [
      <span key="who">
        <Link to={`/admin/accounts/${id}`} className="underline underline-offset-2">
          {email}
        </Link>
        {name && <span className="block text-small text-quiet">{name}</span>}
      </span>,
      formatDateTime(created_at),
      <ApprovalActions key="decision" account={{ id, email, approval: 'waiting' }} />,
    ],
  }))
  return (
    <Section title={m.admin_waiting()}>
      <Table label={m.admin_waiting()} columns={columns} rows={rows} />
      {found.has_more && <p className="text-quiet">{m.admin_waiting_more()}</p>}
    </Section>
  )
}

type Undecided = { id: string; email: string; approval: 'waiting' | 'rejected' }

/** Approves an account, or rejects one that waits. */
export function ApprovalActions({ account: { id, email, approval } }: { account: Undecided }) {
  const [isMissing, setMissing] = useState(false)
  const path = (act: string) => `/api/admin/accounts/${id}/${act}`
  return (
    <div className="flex flex-wrap gap-2">
      <ActionButton
        act={{
          title: m.admin_approve(),
          name: m.admin_approve_name({ email }),
          text: m.admin_approve_text(),
          path: path('approve'),
          body: () => ({}),
        }}
      />
      {approval === 'waiting' && (
        <ActionButton
          act={{
            title: m.admin_reject(),
            name: m.admin_reject_name({ email }),
            text: m.admin_reject_text(),
            path: path('reject'),
            isDanger: true,
            fields: (
              <Field
                label={m.admin_reject_note()}
                error={isMissing ? m.admin_reject_note_missing() : undefined}
              >
                {(control) => <Input {...control} name="note" maxLength={200} autoComplete="off" />}
              </Field>
            ),
            body: (form) => {
              const note = String(form.get('note') ?? '').trim()
              setMissing(note === '')
              return note === '' ? null : { note }
            },
          }}
        />
      )}
    </div>
  )
}
