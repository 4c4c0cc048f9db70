import { useEffect, useRef } from 'react'
import type { ViewerItem, ViewerTexts } from './viewer-item.ts'

type ViewerStripProps = {
  items: readonly ViewerItem[]
  current: ViewerItem
  onChoose: (item: ViewerItem) => void
  texts: ViewerTexts
}

/** Everything that belongs together, small, to choose from. */
export function ViewerStrip({ items, current, onChoose, texts }: ViewerStripProps) {
  const chosen = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is chosen is brought into sight
  useEffect(() => {
    chosen.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current.src])
  return (
    <ul
      aria-label={texts.strip}
      className="flex shrink-0 gap-1.5 overflow-x-auto px-3 pt-3 pb-1 [justify-content:safe_center]"
    >
      {items.map((item, index) => (
        <li key={item.src}>
          <button
            type="button"
            {...(item === current && { ref: chosen, 'aria-current': true })}
            aria-label={texts.inStrip(index + 1)}
            onClick={() => onChoose(item)}
            className="ring-on-picture block size-12 overflow-hidden bg-raised opacity-60 transition-opacity hover:opacity-100 aria-current:opacity-100 aria-current:outline-2 aria-current:outline-offset-1 aria-current:outline-text"
          >
            <img src={item.thumbnail ?? item.src} alt="" className="size-full object-cover" />
          </button>
        </li>
      ))}
    </ul>
  )
}
