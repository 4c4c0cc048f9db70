import { useState } from 'react'
import { openingPlace, type Place, samePlace } from './place.ts'
import { keyOf, type ViewerSlide } from './viewer-slides.ts'

/**
 * Where one is among the shots, from the record that was opened and its result that was chosen;
 * `index` is null while there is nothing to show.
 */
export function usePlace(
  shots: readonly ViewerSlide[],
  openedId: string | undefined,
  openedAt: number,
) {
  const [place, setPlace] = useState<Place>()
  const current = placeAmong(shots, { openedId, openedAt }, place)
  if (
    current?.key !== place?.key ||
    current?.index !== place?.index ||
    current?.openedId !== place?.openedId
  ) {
    setPlace(current)
  }
  return {
    index: current?.index ?? null,
    /** It was open and everything in it is gone. */
    isEmptied: openedId !== undefined && place?.openedId === openedId && current === undefined,
    go: (index: number) => {
      const shot = shots[index]
      if (shot && openedId !== undefined) setPlace({ openedId, key: keyOf(shot), index })
    },
  }
}

type Opened = { openedId: string | undefined; openedAt: number }

function placeAmong(
  shots: readonly ViewerSlide[],
  { openedId, openedAt }: Opened,
  place: Place | undefined,
) {
  if (openedId === undefined) return undefined
  return place?.openedId === openedId
    ? samePlace(shots, place)
    : openingPlace(shots, openedId, openedAt)
}
