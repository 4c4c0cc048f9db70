import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { IconButton } from './controls/icon-button.tsx'
import { useModal } from './overlays/use-modal.ts'

export type ViewerItem = {
  /** The picture's address; with a `body`, only what tells it apart. */
  src: string
  alt: string
  width: number | null
  height: number | null
  /** Shown blurred while the picture itself arrives. */
  thumbnail?: string | null
  /** Stands in the picture's place: a player, a comparison, a text. */
  body?: ReactNode
}

export type ImageViewerProps = {
  images: readonly ViewerItem[]
  /** The one on screen; `null` keeps the viewer closed. */
  index: number | null
  onIndexChange: (index: number) => void
  onClose: () => void
  /** What it is: one line above the picture. */
  caption?: ReactNode
  /** Buttons for this picture, below it. */
  actions?: ReactNode
  /** Prompt, settings, receipt: a column on the right, below the picture on small screens. */
  details?: ReactNode
  texts: {
    viewer: string
    /** Names the column of details; needed where there is one. */
    details?: string
    close: string
    previous: string
    next: string
    position: (at: number, of: number) => string
  }
}

/** Pictures over the whole screen, always on black. Arrow keys and buttons move, Escape closes, focus returns. */
export function ImageViewer(props: ImageViewerProps) {
  const { images, index, onIndexChange, onClose, texts } = props
  const open = index !== null
  const step = (by: -1 | 1) => {
    if (index !== null && images[index + by]) onIndexChange(index + by)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || needsArrows(event)) return
    if (event.key === 'ArrowLeft') step(-1)
    if (event.key === 'ArrowRight') step(1)
  }
  return (
    <dialog
      {...useModal(open, onClose)}
      aria-label={texts.viewer}
      onKeyDown={onKeyDown}
      className="scheme-dark fixed inset-0 m-0 size-full max-h-none max-w-none overflow-hidden bg-stage"
    >
      {open && <ViewerBody {...props} index={index} step={step} />}
    </dialog>
  )
}

/** A slider's arrows are its own, and so are those of a dialog above this one. */
function needsArrows({ target, currentTarget }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  return target.matches('input') || target.closest('dialog') !== currentTarget
}

function ViewerBody(props: ImageViewerProps & { index: number; step: (by: -1 | 1) => void }) {
  const { images, index, step, onClose, caption, actions, details, texts } = props
  const image = images[index]
  return (
    <div className="flex h-full flex-col md:flex-row">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <header className="flex min-h-14 shrink-0 items-center gap-2 px-3">
          <IconButton icon={X} label={texts.close} onClick={onClose} />
          <p aria-live="polite" className="shrink-0 text-small text-quiet tabular-nums">
            {images.length > 1 && texts.position(index + 1, images.length)}
          </p>
          <div className="min-w-0 flex-1 truncate text-small">{caption}</div>
        </header>
        <div className="relative min-h-0 flex-1">
          {image && !image.body && <ViewerPicture key={image.src} image={image} />}
          {image?.body && (
            <div key={image.src} className="absolute inset-x-0 inset-y-1 md:inset-x-16">
              {image.body}
            </div>
          )}
          {images.length > 1 && (
            <>
              <ViewerStep icon={ChevronLeft} label={texts.previous} onStep={() => step(-1)} last={index === 0} left />
              <ViewerStep
                icon={ChevronRight}
                label={texts.next}
                onStep={() => step(1)}
                last={index === images.length - 1}
              />
            </>
          )}
        </div>
        {actions && <footer className="flex shrink-0 flex-wrap justify-center gap-2 px-3 py-3">{actions}</footer>}
      </div>
      {details && (
        <aside
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
          tabIndex={0}
          aria-label={texts.details}
          className="max-h-[36dvh] shrink-0 overflow-y-auto border-line p-5 max-md:border-t md:max-h-none md:w-80 md:border-l"
        >
          {details}
        </aside>
      )}
    </div>
  )
}

type StepProps = { icon: typeof ChevronLeft; label: string; onStep: () => void; last: boolean; left?: boolean }

function ViewerStep({ icon, label, onStep, last, left }: StepProps) {
  return (
    <IconButton
      icon={icon}
      label={label}
      onPicture
      onClick={onStep}
      aria-disabled={last}
      className={`absolute top-1/2 -translate-y-1/2 ${left ? 'left-3' : 'right-3'}`}
    />
  )
}

function ViewerPicture({ image }: { image: ViewerItem }) {
  const [arrived, setArrived] = useState(false)
  return (
    <>
      {image.thumbnail && !arrived && (
        <img src={image.thumbnail} alt="" className="absolute inset-0 size-full object-contain opacity-60 blur-sm" />
      )}
      <img
        src={image.src}
        alt={image.alt}
        {...(image.width && image.height ? { width: image.width, height: image.height } : {})}
        onLoad={() => setArrived(true)}
        className={`absolute inset-0 m-auto size-full object-contain transition-opacity duration-200 ${arrived ? '' : 'opacity-0'}`}
      />
    </>
  )
}
