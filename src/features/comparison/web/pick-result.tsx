import { kindFacts } from '#core/models/rules/kinds.ts'
import { historyOrder, kindTexts } from '#web/kinds.ts'
import { m } from '#web/messages/compiled/messages.js'
import { isImage } from '#web/shared/media.ts'
import { PickMedia } from '#web/shared/pick-media.tsx'
import { Thumbnail } from '#web/shared/thumbnail.tsx'
import type { ComparedResult } from './compare-page.tsx'
import type { ComparisonSide } from './comparison-address.ts'

type PickResultProps = { chosen: ComparedResult; onPick: (side: ComparisonSide) => void }

/** The newest results that can be compared with one, to choose from. */
export function PickResult({ chosen, onPick }: PickResultProps) {
  const wantsImage = isImage(chosen.media)
  const kinds = historyOrder.filter((kind) => {
    const { display } = kindFacts[kind]
    return wantsImage ? display === 'images' || display === 'edits' : display === 'video'
  })
  return (
    <section aria-label={m.compare_pick()} className="flex flex-col gap-4">
      <PickMedia
        kinds={kinds}
        kindTexts={kindTexts}
        first={chosen.generation.kind}
        accepts={(media) => isImage(media) === wantsImage && media.url !== chosen.media.url}
        labelOf={(title) => m.compare_with({ title })}
        none={m.compare_pick_none()}
        onPick={({ generation, at }) => onPick({ id: generation.id, at })}
      >
        <span className="size-20 shrink-0 overflow-hidden bg-stage">
          <Thumbnail of={[chosen.media]} className="size-full object-cover" />
        </span>
        <p className="min-w-40 flex-1 text-quiet">{m.compare_pick()}</p>
      </PickMedia>
    </section>
  )
}
