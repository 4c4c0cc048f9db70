import { useSyncExternalStore } from 'react'

let open: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

/** Tells that a modal is above everything else, until the answer is called. */
export function addModal(dialog: HTMLDialogElement): () => void {
  change([...open, dialog])
  return () => change(open.filter((one) => one !== dialog))
}

/**
 * The modal above all others. While there is one, nothing outside it can be pressed or is read
 * aloud.
 */
export function useTopModal(): HTMLDialogElement | undefined {
  return useSyncExternalStore(subscribe, () => open.at(-1))
}

function change(next: readonly HTMLDialogElement[]) {
  open = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
