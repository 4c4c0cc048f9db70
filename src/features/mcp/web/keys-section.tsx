import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryResult, Section } from '#web/account/account-layout.tsx'
import { request } from '#web/lib/api.ts'
import { errorText, unlessGone } from '#web/lib/error-text.ts'
import { formatDate, formatDateTime, formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { ApplicationView } from '../contract.ts'
import { applicationsQuery } from './applications-query.ts'
import { areCaps, CapFields } from './cap-fields.tsx'

/** The applications that the account connected, with what each spent and may spend. */
export default function Applications() {
  const applications = useQuery(applicationsQuery)
  return (
    <Section title={m.applications_title()} hint={m.applications_hint()}>
      <QueryResult
        query={applications}
        loading={m.applications_loading()}
        failed={m.applications_failed()}
      >
        {(found) =>
          found.length === 0 ? (
            <p className="text-quiet">
              {m.applications_none({ address: `${location.origin}/mcp` })}
            </p>
          ) : (
            <ul className="-my-4 flex flex-col divide-y divide-line">
              {found.map((application) => (
                <ApplicationLine key={application.id} application={application} />
              ))}
            </ul>
          )
        }
      </QueryResult>
    </Section>
  )
}

function ApplicationLine({ application }: { application: ApplicationView }) {
  const [dialog, setDialog] = useState<'limits' | 'disconnect' | null>(null)
  const { name, host, scopes, last_used_at, expires_at } = application
  const close = () => setDialog(null)
  return (
    <li className="flex flex-col gap-3 py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3 wrap-anywhere">
          {name}
          <span className="text-small text-quiet">{host}</span>
        </p>
        <p className="mt-0.5 text-small text-quiet">
          {last_used_at ? m.keys_used({ when: formatDateTime(last_used_at) }) : m.keys_never_used()}
          {' · '}
          {m.application_until({ date: formatDate(expires_at) })}
        </p>
        {scopes.includes('create') && <Spending application={application} />}
      </div>
      <div className="flex flex-wrap gap-2">
        {scopes.includes('create') && (
          <Button
            size="small"
            aria-label={m.application_limits_of({ name })}
            onClick={() => setDialog('limits')}
          >
            {m.application_limits()}
          </Button>
        )}
        <Button
          size="small"
          variant="quiet"
          aria-label={m.application_disconnect_of({ name })}
          onClick={() => setDialog('disconnect')}
        >
          {m.application_disconnect()}
        </Button>
      </div>
      {dialog === 'limits' && <LimitsDialog application={application} onClose={close} />}
      <DisconnectDialog open={dialog === 'disconnect'} application={application} onClose={close} />
    </li>
  )
}

function Spending({ application }: { application: ApplicationView }) {
  const { spent_today, spent_this_month, spent_total, daily_cap, monthly_cap } = application
  const ofCap = (spent: number, cap: number | null) =>
    cap === null
      ? formatNumber(spent)
      : m.application_spent_of({ spent: formatNumber(spent), cap: formatNumber(cap) })
  const rows = [
    [m.application_today(), ofCap(spent_today, daily_cap)],
    [m.application_this_month(), ofCap(spent_this_month, monthly_cap)],
    [m.application_in_all(), formatNumber(spent_total)],
  ]
  return (
    <dl
      aria-label={m.application_spent()}
      className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-small tabular-nums"
    >
      {rows.map(([label, value]) => (
        <div key={label} className="flex gap-1.5">
          <dt className="text-quiet">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type DialogProps = { application: ApplicationView; onClose: () => void }

function LimitsDialog({ application, onClose }: DialogProps) {
  const { id, name, daily_cap, monthly_cap } = application
  const client = useQueryClient()
  const [caps, setCaps] = useState({ daily_cap, monthly_cap })
  const save = useMutation({
    mutationFn: () =>
      request('PATCH', '/api/account/applications/{id}', { params: { id }, body: caps }),
    onSuccess: () => {
      onClose()
      toast(m.application_limits_saved({ name }))
      return client.invalidateQueries({ queryKey: applicationsQuery.queryKey })
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      closeLabel={m.app_close()}
      title={m.application_limits_title({ name })}
      description={m.application_limits_text()}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {m.application_cancel()}
          </Button>
          <Button
            variant="primary"
            busy={save.isPending}
            aria-disabled={!areCaps(caps) || undefined}
            onClick={() => areCaps(caps) && save.mutate()}
          >
            {m.account_save_limits()}
          </Button>
        </>
      }
    >
      <CapFields caps={caps} onChange={setCaps} />
      {save.error && (
        <Notice tone="bad" announce="now">
          {errorText(save.error)}
        </Notice>
      )}
    </Dialog>
  )
}

function DisconnectDialog({
  open,
  application: { id, name },
  onClose,
}: DialogProps & { open: boolean }) {
  const client = useQueryClient()
  const disconnect = useMutation({
    mutationFn: () =>
      request('DELETE', '/api/account/applications/{id}', { params: { id } }).catch(unlessGone),
    onSuccess: () => {
      onClose()
      toast(m.application_disconnected({ name }))
      const { queryKey } = applicationsQuery
      client.setQueryData(queryKey, (found) => found?.filter((one) => one.id !== id))
      return client.invalidateQueries({ queryKey })
    },
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeLabel={m.app_close()}
      title={m.application_disconnect_title({ name })}
      description={m.application_disconnect_text()}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {m.keys_keep()}
          </Button>
          <Button variant="danger" busy={disconnect.isPending} onClick={() => disconnect.mutate()}>
            {m.application_disconnect()}
          </Button>
        </>
      }
    >
      {disconnect.error && (
        <Notice tone="bad" announce="now">
          {errorText(disconnect.error)}
        </Notice>
      )}
    </Dialog>
  )
}
