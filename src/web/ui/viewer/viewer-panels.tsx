import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { IconButton } from '../controls/button.tsx'
import { Info, X } from '../icons/basic-icons.ts'
import { ZoomIn, ZoomOut } from '../icons/media-icons.ts'
import type { ViewerItem, ViewerTexts } from './viewer-item.ts'
import { maxScale, minScale } from './zoom-view.ts'
import type { Zoomer } from './zoomer.ts'

type ViewerHeaderProps = {
  position: string
  /** The position and the number of items, for screen readers. */
  announcement: string
  caption: ReactNode
  texts: ViewerTexts
  onClose: () => void
  /** Absent where nothing can be enlarged. */
  zoom: { scale: number; zoomer: RefObject<Zoomer | null> } | undefined
  details: { isOpen: boolean; onToggle: () => void } | undefined
}

/** One line above the item: close, the position, the zoom, the details. */
export function ViewerHeader({
  position,
  announcement,
  caption,
  texts,
  onClose,
  zoom,
  details,
}: ViewerHeaderProps) {
  return (
    <header
      data-toast-clear
      className="flex min-h-14 shrink-0 items-center gap-1 px-2 sm:gap-2 sm:px-3"
    >
      <IconButton icon={X} label={texts.close} onClick={onClose} />
      <p aria-hidden className="shrink-0 text-small text-quiet tabular-nums">
        {position}
      </p>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      <div className="min-w-0 flex-1 truncate px-2 text-small max-sm:invisible">{caption}</div>
      {zoom && <ZoomButtons {...zoom} texts={texts} />}
      {details && (
        <IconButton
          icon={Info}
          label={texts.details ?? ''}
          aria-expanded={details.isOpen}
          onClick={details.onToggle}
          className="aria-expanded:text-text aria-expanded:bg-pressed"
        />
      )}
    </header>
  )
}

type ZoomButtonsProps = { scale: number; zoomer: RefObject<Zoomer | null>; texts: ViewerTexts }

function ZoomButtons({ scale, zoomer, texts }: ZoomButtonsProps) {
  const percent = Math.round(scale * 100)
  return (
    <div className="flex items-center">
      <IconButton
        icon={ZoomOut}
        label={texts.smaller}
        aria-disabled={scale <= minScale}
        onClick={() => zoomer.current?.step(-1)}
      />
      <button
        type="button"
        aria-label={texts.fit(percent)}
        data-tip={texts.fit(percent)}
        onClick={() => zoomer.current?.reset()}
        className="min-h-control w-13 rounded-control text-center text-small text-quiet tabular-nums hover:bg-hover hover:text-text"
      >
        {percent} %
      </button>
      <IconButton
        icon={ZoomIn}
        label={texts.larger}
        aria-disabled={scale >= maxScale}
        onClick={() => zoomer.current?.step(1)}
      />
    </div>
  )
}

type ViewerDetailsProps = {
  label: string
  closeLabel: string
  onClose: () => void
  children: ReactNode
}

/** A column on the right where the item fits beside it; elsewhere a sheet over the lower part. */
export function ViewerDetails({ label, closeLabel, onClose, children }: ViewerDetailsProps) {
  return (
    <aside
      aria-label={label}
      className="fade-in flex flex-col border-line bg-raised max-beside:absolute max-beside:inset-x-0 max-beside:bottom-0 max-beside:z-20 max-beside:max-h-[72dvh] max-beside:rounded-t-panel max-beside:border-t beside:shrink-0 beside:border-l max-md:beside:w-72 md:w-80 xl:w-88"
    >
      <div className="flex min-h-14 shrink-0 items-center justify-between gap-4 pr-2 pl-5">
        <h2 className="text-prompt">{label}</h2>
        <IconButton icon={X} label={closeLabel} onClick={onClose} className="beside:hidden" />
      </div>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto px-5 pb-6 -outline-offset-2"
      >
        {children}
      </div>
    </aside>
  )
}

type ViewerStripProps = {
  items: readonly ViewerItem[]
  current: ViewerItem
  onChoose: (item: ViewerItem) => void
  texts: ViewerTexts
}

/** The items of a group as thumbnails to choose from. */
export function ViewerStrip({ items, current, onChoose, texts }: ViewerStripProps) {
  const chosen = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selected result is scrolled into view
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
