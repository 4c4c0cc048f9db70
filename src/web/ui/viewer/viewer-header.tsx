import { Info, X, ZoomIn, ZoomOut } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import type { ViewerTexts } from './viewer-item.ts'
import { maxScale, minScale } from './zoom/view.ts'
import type { Zoomer } from './zoom/zoomer.ts'

type ViewerHeaderProps = {
  position: string
  /** The position with what is there, for screen readers. */
  announcement: string
  caption: ReactNode
  texts: ViewerTexts
  onClose: () => void
  /** Absent where nothing can be enlarged. */
  zoom: { scale: number; zoomer: RefObject<Zoomer | null> } | undefined
  details: { isOpen: boolean; onToggle: () => void } | undefined
}

/** One line above what is shown: away, where one is, how large it is, more about it. */
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
