import { useSyncExternalStore } from 'react'
import type { Tone } from './notices.tsx'

export type Toast = {
  message: string
  tone?: Tone
  /** A second line: what about the credits, what now. */
  description?: string
  /** The address of a thumbnail of what it is about, instead of the tone's icon. */
  image?: string
  /** How long it stays, in ms; 5000 by default (docs/spec/creation.md#result-on-the-page). */
  duration?: number
  /** It stays until this settles, instead of for a time. */
  until?: Promise<unknown>
  /**
   * One thing that can be done about it while it stands there; pressing it also takes the toast
   * away.
   */
  action?: { label: string; onAction: () => void }
}

let waiting: readonly Toast[] = []
const listeners = new Set<() => void>()

/**
 * Says something in passing, for what the page does not show by itself. The words carry the
 * meaning: say what happened, never "Success". Needs a `Toaster` on the page; until one is there,
 * toasts wait.
 */
export function toast(message: string, options: Omit<Toast, 'message'> = {}): void {
  change([...waiting, { message, ...options }])
}

/** The toasts nobody has shown yet. */
export function useWaitingToasts(): readonly Toast[] {
  return useSyncExternalStore(subscribe, () => waiting)
}

/** Takes the waiting toasts, to show them. */
export function takeToasts(): readonly Toast[] {
  const taken = waiting
  if (taken.length > 0) change([])
  return taken
}

function change(next: readonly Toast[]) {
  waiting = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
