import { isTyping } from './browser/is-typing.ts'

type Undo = { run: () => void; until: number }

/** The changes that can still be undone, the last one last. */
const offered: Undo[] = []

/**
 * Lets Ctrl or Cmd and Z undo a change for `timeMs`, anywhere on the page except in text fields. Of
 * several the last comes first. Returns a function that withdraws the offer.
 */
export function offerUndo(run: () => void, timeMs: number): () => void {
  if (offered.length === 0) addEventListener('keydown', undoOnKey)
  const undo = { run, until: Date.now() + timeMs }
  offered.push(undo)
  return () => withdraw(undo)
}

function undoOnKey(event: KeyboardEvent): void {
  const isUndo =
    (event.ctrlKey || event.metaKey) &&
    !event.shiftKey &&
    !event.altKey &&
    event.key.toLowerCase() === 'z'
  if (!isUndo || event.defaultPrevented || isTyping(event.target)) return
  const undo = offered.findLast(({ until }) => until > Date.now())
  if (!undo) return
  event.preventDefault()
  withdraw(undo)
  undo.run()
}

function withdraw(undo: Undo): void {
  const kept = offered.filter((one) => one !== undo && one.until > Date.now())
  offered.splice(0, offered.length, ...kept)
  if (kept.length === 0) removeEventListener('keydown', undoOnKey)
}
