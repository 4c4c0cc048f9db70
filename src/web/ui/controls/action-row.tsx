import { Children, isValidElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Ellipsis } from '../icons/history-icons.ts'
import { Button } from './button.tsx'
import { countFitting } from './count-fitting.ts'

export type ActionRowProps = {
  /** The label of the button that shows the rest, and of the one that hides it again. */
  more: string
  less: string
  /** It must give the row a width that does not depend on its actions. */
  className?: string
  children: ReactNode
}

/**
 * Actions in one row: as many as its width holds; a button shows the others below. An action may
 * open a dialog or a panel, so the others are not moved into a menu, which would close with it.
 */
export function ActionRow({ more, less, className = '', children }: ActionRowProps) {
  const row = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [fitting, setFitting] = useState(Number.POSITIVE_INFINITY)
  const [isOpen, setOpen] = useState(false)
  const actions = Children.toArray(children).filter((child) => isValidElement(child))
  const keys = actions.map(({ key }) => key).join()

  useLayoutEffect(() => {
    const element = row.current
    if (!element || keys === '') return
    const items = [...element.children].filter((item) => item.hasAttribute('data-action'))
    const measure = () => {
      const { columnGap, paddingLeft, paddingRight } = getComputedStyle(element)
      const padding = Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight)
      setFitting(
        countFitting({
          width: element.clientWidth - padding,
          items: items.map((item) => item.getBoundingClientRect().width),
          more: button.current?.getBoundingClientRect().width ?? 0,
          gap: Number.parseFloat(columnGap) || 0,
        }),
      )
    }
    measure()
    // Labels change (“Copied”), and so do widths.
    const sizes = new ResizeObserver(measure)
    for (const one of [element, ...items]) sizes.observe(one)
    return () => sizes.disconnect()
  }, [keys])

  const hasMore = fitting < actions.length
  // Measured even where it is hidden, so that showing it does not change how many fit.
  const hidden = 'invisible absolute top-0 left-0'
  return (
    <div
      ref={row}
      className={`relative -m-1 flex items-center gap-1 overflow-x-clip p-1 ${isOpen ? 'flex-wrap' : ''} ${className}`}
    >
      {actions.map((action, index) => {
        const isHidden = index >= fitting && !isOpen
        return (
          <div
            key={action.key}
            data-action
            inert={isHidden}
            className={`flex shrink-0 items-center gap-1 empty:hidden ${isHidden ? hidden : ''}`}
          >
            {action}
          </div>
        )
      })}
      <Button
        ref={button}
        size="small"
        variant="quiet"
        icon={Ellipsis}
        aria-expanded={isOpen}
        inert={!hasMore}
        className={`shrink-0 ${hasMore ? '' : hidden}`}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? less : more}
      </Button>
    </div>
  )
}
