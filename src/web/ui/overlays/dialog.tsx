import { type ReactNode, useId, useLayoutEffect } from 'react'
import { IconButton } from '../controls/button.tsx'
import { X } from '../icons/basic-icons.ts'
import { useModal } from './use-modal.ts'

export type DialogProps = {
  open: boolean
  /** Called by Escape, the backdrop and the close button; the owner then sets `open` to false. */
  onClose: () => void
  title: string
  description?: ReactNode
  children?: ReactNode
  /** The buttons, the main one last. */
  footer?: ReactNode
  /** The name of the close button. */
  closeLabel: string
}

/**
 * A question or a short task above the page, on a phone at the lower edge. The focus enters it,
 * stays in it and returns: at first to the element with `data-initial-focus`, otherwise to the
 * dialog itself.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  closeLabel,
}: DialogProps) {
  const id = useId()
  const modal = useModal(open, onClose)
  // Its text is read first; on the close button, which the browser would focus, a tooltip would
  // cover it.
  useLayoutEffect(() => {
    const dialog = modal.ref.current
    if (open) (dialog?.querySelector<HTMLElement>('[data-initial-focus]') ?? dialog)?.focus()
  }, [open, modal.ref])
  return (
    <dialog
      {...modal}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      {...(description ? { 'aria-describedby': `${id}-description` } : {})}
      className="m-auto w-[min(26rem,calc(100vw-2rem))] scroll-pb-20 rounded-panel p-6 text-left shadow-overlay outline-none max-sm:mb-[max(1rem,env(safe-area-inset-bottom))]"
    >
      <div data-toast-clear className="flex items-center justify-between gap-4">
        <h2 id={`${id}-title`} className="text-title">
          {title}
        </h2>
        <IconButton icon={X} label={closeLabel} small onClick={onClose} className="-my-2 -mr-2" />
      </div>
      {description && (
        <div id={`${id}-description`} className="mt-2 text-body text-quiet">
          {description}
        </div>
      )}
      {children && <div className="mt-5">{children}</div>}
      {footer && (
        // In a low window the rest scrolls beneath the buttons.
        <div
          data-toast-clear
          className="sticky -bottom-6 z-1 -mx-6 mt-3 -mb-6 flex flex-wrap justify-end gap-2 bg-overlay px-6 pt-3 pb-6 short:pb-4"
        >
          {footer}
        </div>
      )}
    </dialog>
  )
}
