import { useLayoutEffect, useRef } from 'react'
import type { GenerationView } from '#contract/generation.ts'
import { StripTile } from './strip-tile.tsx'

type SessionStripProps = {
  generations: GenerationView[]
  selectedId: string | undefined
  onSelect: (id: string) => void
}

/** Running jobs first, then results, in one line. */
export function SessionStrip({ generations, selectedId, onSelect }: SessionStripProps) {
  const list = useShownSelection(selectedId)
  return (
    <ul ref={list} className="relative flex h-full items-center gap-2 overflow-x-auto px-4 lg:px-6">
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

/**
 * Scrolls the strip, and nothing around it, to the selected tile: a job that was just started is in
 * sight.
 */
function useShownSelection(selectedId: string | undefined) {
  const list = useRef<HTMLUListElement>(null)
  useLayoutEffect(() => {
    const tile =
      selectedId !== undefined &&
      list.current?.querySelector<HTMLElement>('[aria-current]')?.parentElement
    if (!tile || !list.current) return
    const { offsetLeft, offsetWidth } = tile
    const { scrollLeft, clientWidth } = list.current
    const isInSight =
      offsetLeft >= scrollLeft && offsetLeft + offsetWidth <= scrollLeft + clientWidth
    if (!isInSight) list.current.scrollLeft = offsetLeft + offsetWidth / 2 - clientWidth / 2
  }, [selectedId])
  return list
}
