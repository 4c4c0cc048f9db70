import { keyOf, type ViewerSlide } from './viewer-slides.ts'

/** Where one is in the viewer: the shot, and where it stood when it was last seen. */
export type Place = { openedId: string; key: string; index: number }

/**
 * The shot of the record that was opened whose result is at `openedAt`, else its first one; nothing
 * when it has none.
 */
export function openingPlace(
  shots: readonly ViewerSlide[],
  openedId: string,
  openedAt: number,
): Place | undefined {
  const first = shots.findIndex(({ generation }) => generation.id === openedId)
  const chosen = shots.findIndex(
    ({ generation, media }) => generation.id === openedId && media?.position === openedAt,
  )
  const index = chosen === -1 ? first : chosen
  const shot = shots[index]
  return shot && { openedId, key: keyOf(shot), index }
}

/**
 * The same place in a list that has changed: the same shot wherever it now stands; where it is
 * gone, the one that took its place, else the last one. Nothing when nothing is left.
 */
export function samePlace(
  shots: readonly ViewerSlide[],
  { openedId, key, index }: Place,
): Place | undefined {
  const found = shots.findIndex((shot) => keyOf(shot) === key)
  const next = found === -1 ? Math.min(index, shots.length - 1) : found
  const shot = shots[next]
  return shot && { openedId, key: keyOf(shot), index: next }
}
