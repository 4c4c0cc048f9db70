import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ActionButton } from '#web/admin/action-dialog.tsx'
import { adminQuery } from '#web/admin/admin-query.ts'
import { OlderPages, QueryResult } from '#web/admin/admin-section.tsx'
import { Table } from '#web/admin/table.tsx'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Input } from '#web/ui/controls/field.tsx'
import { Badge } from '#web/ui/feedback/badge-and-progress.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import type { AdminInvitationLine, AdminInvitationsPage, CreatedInvitation } from '../contract.ts'
import { CreateInvitation } from './create-invitation.tsx'

const invitationsQuery = (before: string | undefined) =>
  adminQuery<AdminInvitationsPage>('invitations', { query: { before }, keeps: true })

/** Invitations: the list, and buttons to create and revoke them. */
export function InvitationsTab() {
  const { query } = useLocation()
  const [created, setCreated] = useState<CreatedInvitation>()
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <p className="max-w-prose text-quiet">{m.admin_invitations_text()}</p>
        <CreateInvitation onCreated={setCreated} />
      </div>
      {created && <CreatedLink url={created.url} />}
      <QueryResult query={useQuery(invitationsQuery(query.before))}>
        {({ data, before }) => (
          <>
            {data.length === 0 && (
              <p className="max-w-prose text-quiet">{m.admin_invitations_none()}</p>
            )}
            {data.length > 0 && <InvitationTable invitations={data} />}
            <OlderPages before={before} />
          </>
        )}
      </QueryResult>
    </div>
  )
}

function InvitationTable({ invitations }: { invitations: AdminInvitationLine[] }) {
  const columns = [
    { name: m.admin_invitation_note() },
    { name: m.admin_state() },
    { name: m.admin_invitation_used(), isNumber: true },
    { name: m.admin_credits(), isNumber: true },
    { name: m.admin_invitation_expires() },
    { name: m.admin_who() },
    { name: m.admin_invitation_end() },
  ]
  const rows = invitations.map((invitation) => ({
    key: invitation.id,
    cells: [
      invitation.note ?? invitation.id.slice(-12),
      <InvitationState key="state" state={invitation.state} />,
      `${formatNumber(invitation.used)} / ${formatNumber(invitation.uses)}`,
      formatNumber(invitation.credits),
      formatDateTime(invitation.expires_at),
      invitation.created_by,
      invitation.state === 'valid' && <RevokeButton key="revoke" invitation={invitation} />,
    ],
  }))
  return <Table label={m.admin_tab_invitations()} columns={columns} rows={rows} />
}

const states: Record<AdminInvitationLine['state'], () => string> = {
  valid: m.admin_invitation_valid,
  unknown: m.admin_invitation_revoked,
  revoked: m.admin_invitation_revoked,
  expired: m.admin_invitation_expired,
  used_up: m.admin_invitation_used_up,
}

function InvitationState({ state }: Pick<AdminInvitationLine, 'state'>) {
  return <Badge {...(state === 'valid' && { tone: 'accent' as const })}>{states[state]()}</Badge>
}

function RevokeButton({ invitation: { id, note } }: { invitation: AdminInvitationLine }) {
  return (
    <ActionButton
      act={{
        title: m.admin_invitation_revoke(),
        name: m.admin_invitation_revoke_name({ name: note ?? id.slice(-12) }),
        text: m.admin_invitation_revoke_text(),
        path: `/api/admin/invitations/${id}/revoke`,
        body: () => ({}),
        isDanger: true,
      }}
    />
  )
}

/** The link of a new invitation, selected with one press: it is not stored, and not shown again. */
function CreatedLink({ url }: { url: string }) {
  const id = useId()
  return (
    <Notice tone="good" announce="politely" title={m.admin_invitation_created()}>
      <label htmlFor={id} className="block pb-2">
        {m.admin_invitation_created_text()}
      </label>
      <Input id={id} readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
    </Notice>
  )
}
