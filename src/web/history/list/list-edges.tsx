import { formatNumber } from '#web/lib/format.ts'
import type { HistoryView } from '#web/lib/history/address.ts'
import type { HistoryPage } from '#web/lib/jobs/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { ArrowUp } from '#web/ui/icons/history-icons.ts'
import { tilePlace } from './layouts.ts'

const ratios = [1, 0.75, 1.78, 1, 1.33, 0.56, 1, 1.78, 1, 0.75, 1.33, 1]

/** The placeholder of a list while its first records load. */
export function ListSkeleton({ view }: { view: HistoryView }) {
  return view === 'list' ? <SkeletonRows /> : <SkeletonGrid />
}

function SkeletonGrid() {
  return (
    <div role="status" aria-label={m.history_loading()} className="@container breathe mt-[3.4rem]">
      <div className="justified-rows">
        {ratios.map((ratio, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <div key={index} style={tilePlace(ratio)} className="bg-raised" />
        ))}
      </div>
    </div>
  )
}

function SkeletonRows() {
  return (
    <div
      role="status"
      aria-label={m.history_loading()}
      className="breathe mt-[3.4rem] flex max-w-4xl flex-col gap-4"
    >
      {ratios.slice(0, 5).map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <div key={index} className="flex gap-4">
          <div className="size-24 bg-raised" />
          <div className="h-16 flex-1 bg-raised" />
        </div>
      ))}
    </div>
  )
}

type StretchEndProps = { isShown: boolean; onPress: () => void; children: string }

/** At the end of one page of a very long history: a link to the next records. */
export function LoadMoreEdge({ isShown, onPress, children }: StretchEndProps) {
  if (!isShown) return null
  return (
    <p className="flex justify-center py-4">
      <Button onClick={onPress}>{children}</Button>
    </p>
  )
}

type NewerButtonProps = {
  count: number
  /** How much of the window is covered above, in px. */
  top: number
  onPress: () => void
}

/** Reports new records further up, with a button that scrolls there. */
export function NewerButton({ count, top, onPress }: NewerButtonProps) {
  return (
    <div
      role="status"
      className="pointer-events-none sticky z-[4] flex h-0 justify-center"
      style={{ top: top + 8 }}
    >
      {count > 0 && (
        <button
          type="button"
          onClick={onPress}
          className="fade-in pointer-events-auto flex h-8 items-center gap-1.5 rounded-full bg-overlay px-3.5 text-small font-medium shadow-overlay hover:text-accent"
        >
          <ArrowUp size={16} aria-hidden />
          {m.history_new({ count, shown: formatNumber(count) })}
        </button>
      )}
    </div>
  )
}

type SummaryProps = { total: number; stats: HistoryPage['stats'] | undefined; isFiltered: boolean }

/**
 * The number of records: of the filter, or of all; for images also the number of favourites and the
 * cost.
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
