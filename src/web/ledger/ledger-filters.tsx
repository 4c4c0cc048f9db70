import type { LedgerPage } from '#core/credits/ledger-contract.ts'
import { entryReasons, reasonText } from '#core/credits/ledger-text-contract.ts'
import { formatNumber } from '#web/lib/format.ts'
import { currentLocale } from '#web/lib/locale.ts'
import { m } from '#web/messages/compiled/messages.js'
import { DayField, SelectField } from '#web/shared/list-controls.tsx'
import { Button, buttonStyle } from '#web/ui/controls/button.tsx'
import { X } from '#web/ui/icons/basic-icons.ts'
import { Download } from '#web/ui/icons/form-icons.ts'
import { signedCredits } from './entry-text.ts'
import { csvAddress, isFiltered, type LedgerFilters, noFilters } from './ledger-query.ts'

type FilterBarProps = { filters: LedgerFilters; onFilter: (filters: LedgerFilters) => void }

/** The filters of the statement. */
export function LedgerFilterBar({ filters, onFilter }: FilterBarProps) {
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

type SumsProps = Pick<LedgerPage, 'total' | 'sums'> & { filters: LedgerFilters }

/** How many entries match, their sums, and a download of just these as a file. */
export function LedgerSums({ total, sums, filters }: SumsProps) {
  const { credits_in, credits_out } = sums
  const facts = [
    m.ledger_count({ count: total, shown: formatNumber(total) }),
    ...(credits_in > 0 ? [m.ledger_in({ credits: signedCredits(credits_in, formatNumber) })] : []),
    ...(credits_out < 0
      ? [m.ledger_out({ credits: signedCredits(credits_out, formatNumber) })]
      : []),
  ]
  return (
    <div className="flex items-center justify-between gap-3">
      <p aria-live="polite" className="flex flex-wrap text-small text-quiet tabular-nums">
        {facts.map((fact, place) => (
          <span key={fact} className="whitespace-pre">
            {fact}
            {place < facts.length - 1 && ' · '}
          </span>
        ))}
      </p>
      <a
        href={csvAddress(filters)}
        download
        className={`${buttonStyle({ size: 'small' })} shrink-0`}
      >
        <Download size={16} aria-hidden className="shrink-0" />
        {m.ledger_download()}
      </a>
    </div>
  )
}
