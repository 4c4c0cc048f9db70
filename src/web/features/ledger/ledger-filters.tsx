import { X } from 'lucide-react'
import { entryReasons, reasonText } from '#contract/ledger-texts.ts'
import { currentLocale } from '#web/lib/preferences/locale.ts'
import { m } from '#web/messages/compiled/messages.js'
import { DayField, SelectField } from '#web/shared/list-controls.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { isFiltered, type LedgerFilters, noFilters } from './ledger-address.ts'

type FilterBarProps = { filters: LedgerFilters; onFilter: (filters: LedgerFilters) => void }

/** What the statement is narrowed to. */
export function FilterBar({ filters, onFilter }: FilterBarProps) {
  const reasons = entryReasons.map((reason) => ({
    value: reason,
    label: reasonText(reason, currentLocale()),
  }))
  return (
    <section aria-label={m.ledger_filters()} className="flex flex-wrap items-end gap-x-3 gap-y-3">
      <div className="max-sm:w-full sm:w-44">
        <SelectField
          label={m.ledger_reason()}
          value={filters.reason}
          choices={reasons}
          onChange={(chosen) =>
            onFilter({ ...filters, reason: entryReasons.find((reason) => reason === chosen) })
          }
        />
      </div>
      <div className="grid grid-cols-2 gap-3 max-sm:w-full max-[22rem]:grid-cols-1 sm:w-80">
        <DayField
          label={m.ledger_from()}
          value={filters.dateStart}
          onChange={(dateStart) => onFilter({ ...filters, dateStart })}
        />
        <DayField
          label={m.ledger_to()}
          value={filters.dateEnd}
          onChange={(dateEnd) => onFilter({ ...filters, dateEnd })}
        />
      </div>
      {isFiltered(filters) && (
        <Button variant="quiet" icon={X} onClick={() => onFilter(noFilters)}>
          {m.ledger_clear()}
        </Button>
      )}
    </section>
  )
}
