import { type ReactNode, useId } from 'react'
import { IconButton } from '../controls/button.tsx'
import { X } from '../icons/basic-icons.ts'
import { useModal } from './use-modal.ts'

type WindowDialogProps = {
  title: string
  closeLabel: string
  onClose: () => void
  children: ReactNode
}

/** An open dialog as large as the window, for a tool that needs all of it. */
export function WindowDialog({ title, closeLabel, onClose, children }: WindowDialogProps) {
  const titleId = useId()
  return (
    <dialog
      {...useModal(true, onClose)}
      aria-labelledby={titleId}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none overflow-hidden bg-ground"
    >
      <div className="flex h-full flex-col">
        <header
          data-toast-clear
          className="flex min-h-14 shrink-0 items-center justify-between gap-3 border-b border-line px-3 short:min-h-11 md:px-4"
        >
          <h2 id={titleId} className="text-prompt">
            {title}
          </h2>
          <IconButton icon={X} label={closeLabel} onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  )
}

/** What a tool says while it has nothing to work on. */
export function WindowNote({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-4 px-4 text-center">
      {children}
    </div>
  )
}

/** The bar with a tool's state and its buttons. */
export function WindowFooter({ children }: { children: ReactNode }) {
  return (
    <footer
      data-toast-clear
      className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line px-3 py-3 max-sm:[&>p]:basis-full short:py-1.5 md:px-4"
    >
      {children}
    </footer>
  )
}
