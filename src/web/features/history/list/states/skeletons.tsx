import { m } from '#web/messages/compiled/messages.js'
import { tilePlace } from '../../tiles/tile-place.ts'
import type { HistoryView } from '../layouts.ts'

const ratios = [1, 0.75, 1.78, 1, 1.33, 0.56, 1, 1.78, 1, 0.75, 1.33, 1]

/** The place of a list while its first records are on their way. */
export function ListSkeleton({ view }: { view: HistoryView }) {
  return view === 'grid' ? <SkeletonGrid /> : <SkeletonRows />
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
