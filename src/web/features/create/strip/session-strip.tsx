import type { GenerationView } from '#contract/generation.ts'
import { StripTile } from './strip-tile.tsx'

type SessionStripProps = {
  generations: GenerationView[]
  selectedId: string | undefined
  onSelect: (id: string) => void
}

/** Running jobs first, then results, in one line. */
export function SessionStrip({ generations, selectedId, onSelect }: SessionStripProps) {
  return (
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
  )
}
