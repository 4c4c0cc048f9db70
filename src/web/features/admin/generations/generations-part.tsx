import { useQuery } from '@tanstack/react-query'
import type { AdminGenerationLine } from '#contract/admin/generations.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { generationsQuery } from '../admin-query.ts'
import { FindForm } from '../parts/find-form.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Table } from '../parts/table.tsx'
import { statusText, stepText } from '../texts.ts'

/** Work of whoever: what is open, or what is looked for. */
export function GenerationsPart() {
  const { query } = useLocation()
  const find = query.find ?? ''
  const found = useQuery(generationsQuery(find))
  return (
    <div className="flex flex-col gap-6">
      <FindForm label={m.admin_generations_find()} />
      {find === '' && <p className="max-w-2xl text-small text-quiet">{m.admin_generations_open()}</p>}
      <Loaded query={found}>
        {({ data }) =>
          data.length > 0 ? (
            <Lines lines={data} />
          ) : (
            <p className="text-quiet">{find === '' ? m.admin_queue_empty() : m.admin_nothing()}</p>
          )
        }
      </Loaded>
    </div>
  )
}

function Lines({ lines }: { lines: AdminGenerationLine[] }) {
  const columns = [
    { name: m.admin_when() },
    { name: m.admin_model() },
    { name: m.admin_account() },
    { name: m.admin_status() },
    { name: m.admin_cost(), isNumber: true },
  ]
  const rows = lines.map((line) => ({
    key: line.id,
    cells: [
      formatDateTime(line.created_at),
      <Link key="model" to={`/admin/generations/${line.id}`} className="underline underline-offset-2">
        {line.model}
      </Link>,
      line.account.email,
      [statusText(line.status), line.step ? stepText(line.step) : line.error_code].filter(Boolean).join(' · '),
      costText(line),
    ],
  }))
  return <Table label={m.admin_tab_generations()} columns={columns} rows={rows} />
}

/** What it cost, and what of that went back. */
export function costText(line: AdminGenerationLine): string {
  const charged = formatNumber(line.credits_charged)
  if (line.credits_refunded === 0) return charged
  return m.admin_refunded_of({ charged, refunded: formatNumber(line.credits_refunded) })
}
