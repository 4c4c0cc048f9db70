import { useState } from 'react'
import { keyOf, type ViewerSlide } from './viewer-slides.ts'

/**
 * The current slide, starting at the opened record and its requested result; `index` is null while
 * there is nothing to show.
 */
export function usePlace(
  slides: readonly ViewerSlide[],
  openedId: string | undefined,
  openedAt: number,
) {
  const [place, setPlace] = useState<Place>()
  const current = placeAmong(slides, { openedId, openedAt }, place)
  if (
    current?.key !== place?.key ||
    current?.index !== place?.index ||
    current?.openedId !== place?.openedId
  ) {
    setPlace(current)
  }
  return {
    index: current?.index ?? null,
    /** It was open and all its slides were deleted. */
    isEmptied: openedId !== undefined && place?.openedId === openedId && current === undefined,
    go: (index: number) => {
      const slide = slides[index]
      if (slide && openedId !== undefined) setPlace({ openedId, key: keyOf(slide), index })
    },
  }
}

type Opened = { openedId: string | undefined; openedAt: number }

function placeAmong(
  slides: readonly ViewerSlide[],
  { openedId, openedAt }: Opened,
  place: Place | undefined,
) {
  if (openedId === undefined) return undefined
  return place?.openedId === openedId
    ? samePlace(slides, place)
    : openingPlace(slides, openedId, openedAt)
}

/** The current slide, and its index when it was last rendered. */
export type Place = { openedId: string; key: string; index: number }

/**
 * The slide of the opened record's result at `openedAt`, otherwise its first one; nothing when it
 * has none.
 */
export function openingPlace(
  slides: readonly ViewerSlide[],
  openedId: string,
  openedAt: number,
): Place | undefined {
  const first = slides.findIndex(({ generation }) => generation.id === openedId)
  const chosen = slides.findIndex(
    ({ generation, media }) => generation.id === openedId && media?.position === openedAt,
  )
  const index = chosen === -1 ? first : chosen
  const slide = slides[index]
  return slide && { openedId, key: keyOf(slide), index }
}

/**
 * The current slide in a list that has changed: the same slide at its new index; where it was
 * deleted, the one at its index, otherwise the last one. Nothing when the list is empty.
 */
export function samePlace(
  slides: readonly ViewerSlide[],
  { openedId, key, index }: Place,
): Place | undefined {
  const found = slides.findIndex((slide) => keyOf(slide) === key)
  const next = found === -1 ? Math.min(index, slides.length - 1) : found
  const slide = slides[next]
  return slide && { openedId, key: keyOf(slide), index: next }
}
