import { type ReactNode, useId } from 'react'
import { IconButton } from '../controls/button.tsx'
import { X } from '../icons/basic-icons.ts'
import { useModal } from './use-modal.ts'

export type SlideOverProps = {
  open: boolean
  onClose: () => void
  title: string
  closeLabel: string
  /** `left` and `right` have the full height, `bottom` is a sheet of at most 85 % of it. */
  side?: 'left' | 'right' | 'bottom'
  /** The title is read by screen readers only. */
  hideTitle?: boolean
  children: ReactNode
}

const sides = {
  left: 'slide-left mr-auto h-dvh w-[min(20rem,calc(100vw-3rem))] border-r',
  right: 'slide-right ml-auto h-dvh w-[min(24rem,calc(100vw-3rem))] border-l',
  bottom: 'slide-bottom mt-auto max-h-[85dvh] w-full rounded-t-panel border-t',
}

/** A panel that slides over the page from one edge. Closes as a dialog does. */
export function SlideOver({
  open,
  onClose,
  title,
  closeLabel,
  side = 'right',
  hideTitle,
  children,
}: SlideOverProps) {
  const titleId = useId()
  return (
    <dialog
      {...useModal(open, onClose)}
      aria-labelledby={titleId}
      className={`fixed inset-0 m-0 max-h-none max-w-none overflow-hidden border-line ${sides[side]}`}
    >
      <div className="flex h-full max-h-[inherit] flex-col">
        <div
          data-toast-clear
          className="flex min-h-14 shrink-0 items-center justify-between gap-4 px-4"
        >
          <h2 id={titleId} className={hideTitle ? 'sr-only' : 'text-prompt'}>
            {title}
          </h2>
          <IconButton icon={X} label={closeLabel} onClick={onClose} className="-mr-2 ml-auto" />
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
      </div>
    </dialog>
  )
}
