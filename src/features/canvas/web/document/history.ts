/** One change that can be undone. `bytes`: the memory that it keeps. */
export type Change = {
  undo: () => void
  redo: () => void
  bytes: number
  /** Changes with the same key in a row are one: those of a slider that is moved. */
  key?: string
}

export type History = { done: readonly Change[]; undone: readonly Change[] }

export const noHistory: History = { done: [], undone: [] }

/** The memory that changes may keep, in bytes; of more the oldest cannot be undone any more. */
const mostBytes = 256 * 1024 * 1024

/** The history with a further change, after which nothing can be redone. */
export function remember({ done }: History, change: Change): History {
  const last = done.at(-1)
  const isSame = change.key !== undefined && last?.key === change.key
  const next = isSame ? [...done.slice(0, -1), { ...change, undo: last.undo }] : [...done, change]
  let bytes = next.reduce((sum, one) => sum + one.bytes, 0)
  let from = 0
  while (bytes > mostBytes && from < next.length - 1) bytes -= next[from++]?.bytes ?? 0
  return { done: next.slice(from), undone: [] }
}

/** Undoes the last change. Returns the same history where there is none. */
export function undo(history: History): History {
  const last = history.done.at(-1)
  if (!last) return history
  last.undo()
  return { done: history.done.slice(0, -1), undone: [...history.undone, last] }
}

/** Does the last undone change again. Returns the same history where there is none. */
export function redo(history: History): History {
  const next = history.undone.at(-1)
  if (!next) return history
  next.redo()
  return { done: [...history.done, next], undone: history.undone.slice(0, -1) }
}
