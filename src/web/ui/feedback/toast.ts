import { create } from 'zustand'
import type { Tone } from './notices.tsx'

export type Toast = {
  message: string
  tone?: Tone
  /** A second line: the effect on credits, the next step. */
  description?: string
  /** The address of a thumbnail of its subject, instead of the tone's icon. */
  image?: string
  /** How long it stays, in ms; 5000 by default (docs/spec/creation.md#result-on-the-page). */
  duration?: number
  /** It stays until this settles, instead of for a time. */
  until?: Promise<unknown>
  /** One action; its button also closes the toast. */
  action?: { label: string; onAction: () => void }
}

export type ShownToast = Toast & { id: number }

/** More than this many at a time cannot be read; the oldest is removed. */
const maxShown = 4

type ToastState = {
  /** Toasts that were not shown yet, the oldest first. */
  waiting: readonly Toast[]
  /** The newest first. */
  shown: readonly ShownToast[]
  nextId: number
}

export const useToasts = create<ToastState>(() => ({ waiting: [], shown: [], nextId: 0 }))

/**
 * Shows a short message, for events that the page itself does not show. The text carries the
 * meaning: say what happened, never "Success". Needs a `Toaster` on the page; until one is there,
 * toasts wait.
 */
export function toast(message: string, options: Omit<Toast, 'message'> = {}): void {
  useToasts.setState(({ waiting }) => ({ waiting: [...waiting, { message, ...options }] }))
}

/** Shows the waiting toasts, above those that are shown already. */
export function showWaitingToasts(): void {
  const { waiting, shown, nextId } = useToasts.getState()
  if (waiting.length === 0) return
  const added = waiting.map((toast, at) => ({ ...toast, id: nextId + at })).toReversed()
  useToasts.setState({
    waiting: [],
    shown: withoutRepeats([...added, ...shown]).slice(0, maxShown),
    nextId: nextId + waiting.length,
  })
}

/** Takes a toast away. */
export function dismissToast(id: number): void {
  useToasts.setState(({ shown }) => ({ shown: shown.filter((toast) => toast.id !== id) }))
}

/** The newest come first, so that a repeated message replaces the one that is still shown. */
function withoutRepeats(toasts: readonly ShownToast[]): readonly ShownToast[] {
  const isSame = (a: Toast, b: Toast) =>
    a.message === b.message && a.description === b.description && a.image === b.image
  return toasts.filter(
    (toast, index) => toasts.findIndex((other) => isSame(other, toast)) === index,
  )
}
