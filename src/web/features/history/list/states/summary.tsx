import { formatNumber } from '#web/lib/format.ts'
import type { HistoryPage } from '#web/lib/generations.ts'
import { m } from '#web/messages/compiled/messages.js'

type SummaryProps = { total: number; stats: HistoryPage['stats'] | undefined; isFiltered: boolean }

/**
 * How much there is: of what was looked for, or of all; of pictures also the favourites and what
 * they cost.
 */
export function Summary({ total, stats, isFiltered }: SummaryProps) {
  const counted = { count: total, shown: formatNumber(total) }
  const facts = isFiltered
    ? [m.history_found(counted)]
    : [
        m.history_total(counted),
        ...(stats
          ? [
              m.history_favorites({
                count: stats.favoriteCount,
                shown: formatNumber(stats.favoriteCount),
              }),
              m.history_credits_used({ credits: formatNumber(stats.totalCreditsUsed) }),
            ]
          : []),
      ]
  return (
    <p aria-live="polite" className="mt-1 text-small text-quiet tabular-nums">
      {facts.join(' · ')}
    </p>
  )
}
