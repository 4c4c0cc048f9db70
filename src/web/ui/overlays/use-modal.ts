import {
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { create } from 'zustand'

type Modal = {
  ref: RefObject<HTMLDialogElement | null>
  onCancel: (event: SyntheticEvent) => void
  onMouseDown: (event: MouseEvent<HTMLDialogElement>) => void
  onClick: (event: MouseEvent<HTMLDialogElement>) => void
}

/**
 * Makes a native `<dialog>` follow `open`. The browser keeps the focus inside, makes the page
 * behind inert and returns the focus; where the focused element was removed, it goes to the nearest
 * element around the dialog that is focusable by script (`tabIndex={-1}`), or to what the selector
 * in `data-home` finds there. Escape and a click on the backdrop request closing. Spread the result
 * onto the dialog.
 */
export function useModal(open: boolean, onClose: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null)
  const pressedOutside = useRef(false)

  // A layout effect, because only a dialog that is still on the page can return the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    dialog.showModal()
    const removeModal = addModal(dialog)
    const focusTargets = focusTargetsOf(dialog)
    return () => {
      removeModal()
      dialog.close()
      // The element that opened it may be removed in this same render, or have been before.
      queueMicrotask(() => restoreFocus(dialog, focusTargets))
    }
  }, [open])

  return {
    ref,
    onCancel: (event) => {
      // React also calls it for a dialog or a file input inside this one.
      if (event.target !== event.currentTarget) return
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

/**
 * The elements around a dialog that are focusable by script, the nearest first, and then the page
 * itself.
 */
function focusTargetsOf(dialog: HTMLElement): HTMLElement[] {
  const focusTargets: HTMLElement[] = []
  for (let one = dialog.parentElement; one; one = one.parentElement) {
    if (one.matches('[tabindex="-1"], [data-home]')) focusTargets.push(one)
  }
  return [...focusTargets, ...document.querySelectorAll<HTMLElement>('main')]
}

/** Keyboard focus returns to its earlier element, not to the top of the document. */
function restoreFocus(dialog: HTMLElement, focusTargets: readonly HTMLElement[]): void {
  const { activeElement } = document
  // Until the next frame the browser still reports a button of the closed dialog as focused.
  if (activeElement !== document.body && !dialog.contains(activeElement)) return
  const places = focusTargets.map((one) =>
    one.dataset.home ? one.querySelector<HTMLElement>(one.dataset.home) : one,
  )
  places.find((place) => place?.isConnected)?.focus({ preventScroll: true })
}

function isOnBackdrop({
  target,
  currentTarget,
  clientX,
  clientY,
}: MouseEvent<HTMLDialogElement>): boolean {
  if (target !== currentTarget) return false
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

/** The modals that are open, the topmost last. */
const useOpenModals = create<{ dialogs: readonly HTMLDialogElement[] }>(() => ({ dialogs: [] }))

/** Declares that a modal is above everything else, until the returned function is called. */
function addModal(dialog: HTMLDialogElement): () => void {
  useOpenModals.setState(({ dialogs }) => ({ dialogs: [...dialogs, dialog] }))
  return () =>
    useOpenModals.setState(({ dialogs }) => ({ dialogs: dialogs.filter((one) => one !== dialog) }))
}

/** The topmost modal. While there is one, nothing outside it can be pressed or is read aloud. */
export function useTopModal(): HTMLDialogElement | undefined {
  return useOpenModals(({ dialogs }) => dialogs.at(-1))
}
