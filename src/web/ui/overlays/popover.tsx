import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'

/** Spread these onto the button that opens the popover. */
export type PopoverTrigger = {
  ref: RefObject<HTMLButtonElement | null>
  popoverTarget: string
  'aria-expanded': boolean
}

export type PopoverProps = {
  trigger: (trigger: PopoverTrigger) => ReactNode
  /** Names the panel for screen readers. */
  label: string
  side?: Place['side']
  align?: Place['align']
  /** Only rendered while open. A function receives the callback that closes the popover. */
  children: ReactNode | ((close: () => void) => ReactNode)
}

/**
 * A small panel beside its button (native popover): Escape, a click elsewhere and the button close
 * it.
 */
export function Popover({ trigger, label, side = 'below', align = 'end', children }: PopoverProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  useEffect(() => {
    const [element, anchor] = [panel.current, button.current]
    if (!open || !element || !anchor) return
    const place = () => placeBeside(element, anchor, { side, align })
    place()
    // Its content may arrive late and make it larger.
    const sizes = new ResizeObserver(place)
    for (const one of [element, anchor]) sizes.observe(one)
    addEventListener('resize', place)
    addEventListener('scroll', place, { capture: true, passive: true })
    return () => {
      sizes.disconnect()
      removeEventListener('resize', place)
      removeEventListener('scroll', place, { capture: true })
    }
  }, [open, side, align])

  const close = () => panel.current?.hidePopover()
  return (
    <>
      {trigger({ ref: button, popoverTarget: id, 'aria-expanded': open })}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        onToggle={(event) => setOpen(event.newState === 'open')}
        className="fixed inset-auto m-0 max-h-[80dvh] max-w-[calc(100vw-1rem)] min-w-52 overflow-y-auto rounded-panel p-1.5 shadow-overlay"
      >
        {/* biome-ignore lint/nursery/useReactCompiler: the content closes the panel later, not while it is drawn */}
        {open && (typeof children === 'function' ? children(close) : children)}
      </div>
    </>
  )
}

export type Place = { side: 'above' | 'below' | 'right'; align: 'start' | 'center' | 'end' }

const margin = 8

/**
 * Positions a fixed element beside an anchor: on the preferred side if it fits, otherwise on the
 * opposite one, never off screen.
 */
export function placeBeside(element: HTMLElement, anchor: Element, place: Place, gap = 6): void {
  const at = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = element
  const { clientWidth, clientHeight } = document.documentElement

  const [left, top] =
    place.side === 'right'
      ? [at.right + gap, at.top + (at.height - height) / 2]
      : [alongEdge(at, width, place.align), acrossEdge(at, height, place.side, gap, clientHeight)]

  element.style.left = `${between(margin, left, clientWidth - width - margin)}px`
  element.style.top = `${between(margin, top, clientHeight - height - margin)}px`
}

function alongEdge(at: DOMRect, width: number, align: Place['align']): number {
  if (align === 'start') return at.left
  if (align === 'end') return at.right - width
  return at.left + (at.width - width) / 2
}

function acrossEdge(
  at: DOMRect,
  height: number,
  side: 'above' | 'below',
  gap: number,
  room: number,
): number {
  const above = at.top - gap - height
  const below = at.bottom + gap
  if (side === 'above') return above < margin && below + height < room ? below : above
  return below + height > room - margin && above > margin ? above : below
}

function between(least: number, requested: number, most: number): number {
  return Math.max(least, Math.min(requested, most))
}
