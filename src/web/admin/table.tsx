import type { ReactNode } from 'react'

type Column = { name: string; isNumber?: boolean }

type TableProps = {
  label: string
  columns: readonly Column[]
  rows: readonly { key: string | number; cells: readonly ReactNode[] }[]
}

/** Displayed as blocks, as on a phone, a table's parts would lose their roles. */
const role = {
  table: { role: 'table' },
  body: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
}

/** Data in rows; on a phone each row is a block, with every value beside its name. */
export function Table({ label, columns, rows }: TableProps) {
  return (
    <table {...role.table} aria-label={label} className="w-full text-body max-md:block">
      <thead className="max-md:sr-only">
        <tr className="border-b border-line text-left text-small text-quiet">
          {columns.map(({ name, isNumber }) => (
            <th
              key={name}
              scope="col"
              className={`py-2 pr-4 font-medium last:pr-0 ${isNumber ? 'text-right' : ''}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...role.body} className="max-md:block">
        {rows.map(({ key, cells }) => (
          <tr key={key} {...role.row} className="border-b border-line max-md:block max-md:py-2.5">
            {columns.map((column, place) => (
              <Cell key={column.name} column={column}>
                {cells[place]}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell({ column: { name, isNumber }, children }: { column: Column; children: ReactNode }) {
  const isEmpty = children === null || children === undefined || children === ''
  return (
    <td
      {...role.cell}
      className={`py-2 pr-4 align-top wrap-anywhere hyphens-auto last:pr-0 max-md:flex max-md:justify-between max-md:gap-6 max-md:p-0 max-md:py-0.5 max-md:text-right pointer-coarse:[&_a]:inline-flex pointer-coarse:[&_a]:min-h-11 pointer-coarse:[&_a]:items-center ${isNumber ? 'text-right tabular-nums' : ''} ${isEmpty ? 'max-md:hidden' : ''}`}
    >
      <span aria-hidden className="shrink-0 text-small text-quiet md:hidden">
        {name}
      </span>
      <span className="min-w-0">{children}</span>
    </td>
  )
}
