/**
 * A place on the image, in its pixels. `force`: how hard a pen presses, 0 to 1; 1 for fingers and
 * mice.
 */
export type Point = { x: number; y: number; force: number }

export type Tool = 'brush' | 'eraser'

/** One step of a mask. `size`: the width of the line, in pixels of the image. */
export type Step =
  | { kind: 'stroke'; tool: Tool; size: number; points: readonly Point[] }
  | { kind: 'invert' }
  | { kind: 'clear' }

/** The steps that were done, and the undone ones that can be redone. */
export type Steps = { done: readonly Step[]; undone: readonly Step[] }

export const noSteps: Steps = { done: [], undone: [] }

/** Adds a step: undone steps cannot be redone afterwards. */
export function add({ done }: Steps, step: Step): Steps {
  return { done: [...done, step], undone: [] }
}

export function undo({ done, undone }: Steps): Steps {
  const last = done.at(-1)
  return last ? { done: done.slice(0, -1), undone: [...undone, last] } : { done, undone }
}

export function redo({ done, undone }: Steps): Steps {
  const next = undone.at(-1)
  return next ? { done: [...done, next], undone: undone.slice(0, -1) } : { done, undone }
}

/** The visible steps: none before the last clearing. `fromBase`: the first mask is visible, too. */
export function visible(done: readonly Step[]): { steps: readonly Step[]; fromBase: boolean } {
  const cleared = done.findLastIndex(({ kind }) => kind === 'clear')
  return { steps: done.slice(cleared + 1), fromBase: cleared === -1 }
}
