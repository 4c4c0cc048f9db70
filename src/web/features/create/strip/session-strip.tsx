import type { GenerationView } from '#contract/generation.ts'
import { m } from '#web/messages/compiled/messages.js'
import { StripTile } from './strip-tile.tsx'

type SessionStripProps = {
  generations: GenerationView[]
  selectedId: string | undefined
  onSelect: (id: string) => void
}

/** Running jobs first, then results, in one line. Its place is kept while there is nothing in it. */
export function SessionStrip({ generations, selectedId, onSelect }: SessionStripProps) {
  return (
    <section aria-label={m.stage_strip()} className="h-24 shrink-0 border-t border-line">
      {generations.length === 0 ? (
        <p className="flex h-full items-center px-4 text-small text-quiet lg:px-6">{m.stage_strip_empty()}</p>
      ) : (
        <ul className="flex h-full items-center gap-2 overflow-x-auto px-4 lg:px-6">
          {generations.map((generation) => (
            <StripTile
              key={generation.id}
              generation={generation}
              isSelected={generation.id === selectedId}
              onSelect={() => onSelect(generation.id)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
