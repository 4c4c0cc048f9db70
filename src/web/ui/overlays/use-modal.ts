import { type MouseEvent, type RefObject, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { addModal } from './open-modals.ts'

type Modal = {
  ref: RefObject<HTMLDialogElement | null>
  onCancel: (event: SyntheticEvent) => void
  onMouseDown: (event: MouseEvent<HTMLDialogElement>) => void
  onClick: (event: MouseEvent<HTMLDialogElement>) => void
}

/**
 * Makes a native `<dialog>` follow `open`. The browser keeps focus inside, makes the page behind inert and gives focus
 * back; Escape and a click on the backdrop ask to close. Spread the answer onto the dialog.
 */
export function useModal(open: boolean, onClose: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)

  // A layout effect, because only a dialog that is still on the page can give focus back.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    dialog.showModal()
    const removeModal = addModal(dialog)
    return () => {
      removeModal()
      dialog.close()
    }
  }, [open])

  return {
    ref,
    onCancel: (event) => {
      event.preventDefault()
      onClose()
    },
    // A drag that begins inside, such as selecting text, may end outside without closing anything.
    onMouseDown: (event) => {
      pressedOutside.current = isOnBackdrop(event)
    },
    onClick: (event) => {
      if (pressedOutside.current && isOnBackdrop(event)) onClose()
    },
  }
}

function isOnBackdrop({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean {
  if (target !== currentTarget) return false
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}
