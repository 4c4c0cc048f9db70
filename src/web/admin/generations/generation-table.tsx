import type { AdminGenerationLine } from '#core/generations/admin-generations-contract.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { statusText, stepText } from '../admin-texts.ts'
import { Table } from '../table.tsx'

/** Which rows are selected, by their ids. */
type RowSelection = { selected: readonly string[]; toggle: (line: AdminGenerationLine) => void }

type GenerationTableProps = { lines: AdminGenerationLine[]; selection?: RowSelection }

/** Generations in rows, which can be selected. */
export function GenerationTable({ lines, selection }: GenerationTableProps) {
  const columns = [
    ...(selection ? [{ name: m.admin_list_select() }] : []),
    { name: m.admin_when() },
    { name: m.admin_model() },
    { name: m.admin_account() },
    { name: m.admin_status() },
    { name: m.admin_cost(), isNumber: true },
  ]
  const rows = lines.map((line) => ({
    key: line.id,
    cells: [
      ...(selection ? [<SelectBox key="select" line={line} selection={selection} />] : []),
      formatDateTime(line.created_at),
      <Link
        key="model"
        to={`/admin/generations/${line.id}`}
        className="underline underline-offset-2"
      >
        {line.model}
      </Link>,
      line.account.email,
      [statusText(line.status), line.step ? stepText(line.step) : line.error_code]
        .filter(Boolean)
        .join(' · '),
      costText(line),
    ],
  }))
  return <Table label={m.admin_tab_generations()} columns={columns} rows={rows} />
}

function SelectBox({ line, selection }: { line: AdminGenerationLine; selection: RowSelection }) {
  return (
    <input
      type="checkbox"
      aria-label={m.admin_list_select_one({ id: line.id })}
      checked={selection.selected.includes(line.id)}
      onChange={() => selection.toggle(line)}
      className="size-4 accent-accent pointer-coarse:size-6"
    />
  )
}

/** Its cost, and how much of it was refunded. */
export function costText(line: AdminGenerationLine): string {
  const charged = formatNumber(line.credits_charged)
  if (line.credits_refunded === 0) return charged
  return m.admin_refunded_of({ charged, refunded: formatNumber(line.credits_refunded) })
}
