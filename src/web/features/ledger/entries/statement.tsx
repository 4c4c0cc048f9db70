import type { LedgerPage } from '#contract/ledger.ts'
import { m } from '#web/messages/compiled/messages.js'
import { EntryRow } from './entry-row.tsx'

/** The entries of a page as a bank would print them. */
export function Statement({ entries }: { entries: LedgerPage['data'] }) {
  const heading = 'py-2 text-small font-medium text-quiet'
  return (
    <table className="w-full border-collapse tabular-nums">
      <caption className="sr-only">{m.ledger_table()}</caption>
      <thead className="max-md:sr-only">
        <tr className="border-b border-edge">
          <th scope="col" className={`${heading} pr-6 text-left max-md:hidden md:pl-2`}>
            {m.ledger_date()}
          </th>
          <th scope="col" className={`${heading} text-left`}>
            {m.ledger_what()}
          </th>
          <th scope="col" className={`${heading} text-right`}>
            {m.ledger_amount()}
          </th>
          <th scope="col" className={`${heading} pl-10 text-right max-md:hidden md:pr-2`}>
            {m.ledger_balance_after()}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </tbody>
    </table>
  )
}
