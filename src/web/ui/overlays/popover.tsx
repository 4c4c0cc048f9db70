import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { type Place, placeBeside } from './place-beside.ts'

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
  /** Only drawn while open. As a function it gets what closes the popover. */
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
    // What it shows may arrive late and make it larger.
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
        {open && (typeof children === 'function' ? children(close) : children)}
      </div>
    </>
  )
}
