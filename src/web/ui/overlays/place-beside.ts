export type Place = { side: 'above' | 'below' | 'right'; align: 'start' | 'center' | 'end' }

const margin = 8

/**
 * Puts a fixed element beside an anchor: on the wished side if it fits, else on the opposite one,
 * never off screen.
 */
export function placeBeside(element: HTMLElement, anchor: Element, place: Place, gap = 6): void {
  const at = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = element
  const { clientWidth, clientHeight } = document.documentElement

  const [left, top] =
    place.side === 'right'
      ? [at.right + gap, at.top + (at.height - height) / 2]
      : [alongEdge(at, width, place.align), acrossEdge(at, height, place.side, gap, clientHeight)]

  element.style.left = `${between(margin, left, clientWidth - width - margin)}px`
  element.style.top = `${between(margin, top, clientHeight - height - margin)}px`
}

function alongEdge(at: DOMRect, width: number, align: Place['align']): number {
  if (align === 'start') return at.left
  if (align === 'end') return at.right - width
  return at.left + (at.width - width) / 2
}

function acrossEdge(
  at: DOMRect,
  height: number,
  side: 'above' | 'below',
  gap: number,
  room: number,
): number {
  const above = at.top - gap - height
  const below = at.bottom + gap
  if (side === 'above') return above < margin && below + height < room ? below : above
  return below + height > room - margin && above > margin ? above : below
}

function between(least: number, wished: number, most: number): number {
  return Math.max(least, Math.min(wished, most))
}
