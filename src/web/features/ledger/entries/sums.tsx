import { Download } from 'lucide-react'
import type { LedgerPage } from '#contract/ledger.ts'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { buttonStyle } from '#web/ui/controls/button-style.ts'
import type { LedgerFilters } from '../ledger-address.ts'
import { fileAddress } from '../ledger-query.ts'
import { signed } from './entry-words.ts'

type SumsProps = Pick<LedgerPage, 'total' | 'sums'> & { filters: LedgerFilters }

/**
 * How many entries fit, what came and went with them, and the way to take just these away as a
 * file.
 */
export function Sums({ total, sums, filters }: SumsProps) {
  const { credits_in, credits_out } = sums
  const facts = [
    m.ledger_count({ count: total, shown: formatNumber(total) }),
    ...(credits_in > 0 ? [m.ledger_in({ credits: signed(credits_in, formatNumber) })] : []),
    ...(credits_out < 0 ? [m.ledger_out({ credits: signed(credits_out, formatNumber) })] : []),
  ]
  return (
    <div className="flex items-center justify-between gap-3">
      <p aria-live="polite" className="flex flex-wrap text-small text-quiet tabular-nums">
        {facts.map((fact, place) => (
          <span key={fact} className="whitespace-pre">
            {place > 0 && ' · '}
            {fact}
          </span>
        ))}
      </p>
      <a
        href={fileAddress(filters)}
        download
        className={`${buttonStyle({ size: 'small' })} shrink-0`}
      >
        <Download size={16} aria-hidden className="shrink-0" />
        {m.ledger_download()}
      </a>
    </div>
  )
}
