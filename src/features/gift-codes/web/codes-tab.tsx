import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '#web/admin/action-dialog.tsx'
import { adminQuery } from '#web/admin/admin-query.ts'
import { OlderPages, QueryResult } from '#web/admin/admin-section.tsx'
import { Table } from '#web/admin/table.tsx'
import { usePermissions } from '#web/admin/use-permission.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, TextArea } from '#web/ui/controls/field.tsx'
import { Badge } from '#web/ui/feedback/badge-and-progress.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import type { AdminCodeBatch, AdminCodesPage, CreatedCodes } from '../contract.ts'
import { CreateCodes } from './create-codes.tsx'

const codesQuery = (before: string | undefined) =>
  adminQuery<AdminCodesPage>('codes', { query: { before }, keeps: true })

/** Gift codes: their batches, and buttons to create and disable them. */
export function CodesTab() {
  const may = usePermissions()
  const { query } = useLocation()
  const [created, setCreated] = useState<CreatedCodes>()
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <p className="max-w-prose text-quiet">{m.admin_codes_text()}</p>
        {may('codes.change') && <CreateCodes onCreated={setCreated} />}
      </div>
      {created && <CreatedList created={created} />}
      <QueryResult query={useQuery(codesQuery(query.before))}>
        {({ data, before }) => (
          <>
            {data.length === 0 && <p className="max-w-prose text-quiet">{m.admin_codes_none()}</p>}
            {data.length > 0 && <BatchTable batches={data} canChange={may('codes.change')} />}
            <OlderPages before={before} />
          </>
        )}
      </QueryResult>
    </div>
  )
}

const states: Record<AdminCodeBatch['state'], () => string> = {
  valid: m.admin_code_valid,
  disabled: m.admin_code_disabled,
  expired: m.admin_code_expired,
  used_up: m.admin_code_used_up,
}

type BatchTableProps = { batches: AdminCodeBatch[]; canChange: boolean }

function BatchTable({ batches, canChange }: BatchTableProps) {
  const columns = [
    { name: m.admin_code_note() },
    { name: m.admin_state() },
    { name: m.admin_code_count(), isNumber: true },
    { name: m.admin_code_redeemed(), isNumber: true },
    { name: m.admin_credits(), isNumber: true },
    { name: m.admin_code_paid() },
    { name: m.admin_code_expires() },
    { name: m.admin_who() },
    { name: m.admin_code_end() },
  ]
  const rows = batches.map((batch) => ({
    key: batch.id,
    cells: [
      batch.note ?? batch.id.slice(-12),
      <Badge key="state" {...(batch.state === 'valid' && { tone: 'accent' as const })}>
        {states[batch.state]()}
      </Badge>,
      formatNumber(batch.codes),
      `${formatNumber(batch.used)} / ${formatNumber(batch.uses * batch.codes)}`,
      formatNumber(batch.credits),
      batch.counts_as_paid ? m.admin_code_paid_yes() : m.admin_code_paid_no(),
      batch.expires_at ? formatDateTime(batch.expires_at) : m.admin_code_never(),
      batch.created_by,
      canChange && batch.state === 'valid' && <DisableButton key="disable" batch={batch} />,
    ],
  }))
  return <Table label={m.admin_tab_codes()} columns={columns} rows={rows} />
}

function DisableButton({ batch: { id, note } }: { batch: AdminCodeBatch }) {
  return (
    <ActionButton
      act={{
        title: m.admin_code_disable(),
        name: m.admin_code_disable_name({ name: note ?? id.slice(-12) }),
        text: m.admin_code_disable_text(),
        path: `/api/admin/codes/${id}/disable`,
        body: () => ({}),
        isDanger: true,
      }}
    />
  )
}

/** The new codes, to copy or to save: they are not stored, and not shown again. */
function CreatedList({ created: { list, csv, id } }: { created: CreatedCodes }) {
  const text = list.map(({ code, url }) => `${code}  ${url}`).join('\n')
  return (
    <Notice tone="good" announce="politely" title={m.admin_code_created({ count: list.length })}>
      <div className="flex flex-col gap-3">
        <Field label={m.admin_code_created_text()}>
          {(control) => (
            <TextArea
              {...control}
              value={text}
              onChange={() => undefined}
              lines={Math.min(8, list.length)}
              readOnly
            />
          )}
        </Field>
        <div>
          <Button onClick={() => saveText(csv, `codes-${id.slice(-12)}.csv`)}>
            {m.admin_code_save()}
          </Button>
        </div>
      </div>
    </Notice>
  )
}

function saveText(text: string, name: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
