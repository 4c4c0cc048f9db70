import { type MouseEvent, type RefObject, type SyntheticEvent, useEffect, useRef } from 'react'

type Modal = {
  ref: RefObject<HTMLDialogElement | null>
  onCancel: (event: SyntheticEvent) => void
  onMouseDown: (event: MouseEvent<HTMLDialogElement>) => void
}

/**
 * Makes a native `<dialog>` follow `open`. The browser keeps focus inside, makes the page behind inert and gives focus
 * back; Escape and a press on the backdrop ask to close. Spread the answer onto the dialog.
 */
export function useModal(open: boolean, onClose: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    dialog.showModal()
    return () => dialog.close()
  }, [open])

  return {
    ref,
    onCancel: (event) => {
      event.preventDefault()
      onClose()
    },
    onMouseDown: (event) => {
      if (event.target === ref.current && isOutside(ref.current, event)) onClose()
    },
  }
}

function isOutside(dialog: HTMLDialogElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
