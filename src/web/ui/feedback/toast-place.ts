import { type RefObject, useLayoutEffect } from 'react'

/** An edge-to-edge rectangle in CSS px of the window. */
export type Box = { left: number; right: number; top: number; bottom: number }

/** The distance to all elements beside toasts, in px. */
const gap = 12
const margin = 16
/** From this width on the stage is beside the form. */
const wideFrom = 1_024

type Window = { width: number; height: number; topBar: number }

/**
 * The place of toasts with a size: on wide windows at the top right, below the top bar and below
 * all elements that must stay clear there; on narrow ones at the bottom, above them. `clear`:
 * elements that toasts never cover, such as a button that spends credits.
 */
export function placeToasts(
  window: Window,
  { width, height }: { width: number; height: number },
  clear: readonly Box[],
): { left: number; top: number } {
  if (window.width >= wideFrom) {
    const left = window.width - margin - width
    const obstacles = clear.filter((box) => box.right > left).toSorted((a, b) => a.top - b.top)
    let top = window.topBar + gap
    for (const box of obstacles)
      if (box.top < top + height + gap && box.bottom + gap > top) top = box.bottom + gap
    return { left, top }
  }
  let bottom = window.height - gap
  for (const box of clear.toSorted((a, b) => b.bottom - a.bottom)) {
    if (box.bottom + gap > bottom - height && box.top - gap < bottom) bottom = box.top - gap
  }
  return { left: (window.width - width) / 2, top: Math.max(gap, bottom - height) }
}

/**
 * The place of toasts with a size above a modal: in the middle, as high as they fit beside the
 * elements that must stay clear, such as the button that closes it. Where nothing is high enough,
 * below the uppermost of these.
 */
export function placeToastsInModal(
  window: Pick<Window, 'width' | 'height'>,
  { width, height }: { width: number; height: number },
  clear: readonly Box[],
): { left: number; top: number } {
  const left = (window.width - width) / 2
  const obstacles = clear.filter((box) => box.left < left + width && box.right > left)
  const tops = [margin, ...obstacles.map(({ bottom }) => bottom + gap).toSorted((a, b) => a - b)]
  const isFree = (top: number) =>
    top + height <= window.height &&
    obstacles.every((box) => box.top >= top + height || box.bottom <= top)
  return { left, top: tops.find(isFree) ?? tops[1] ?? margin }
}

type Showing = { isShown: boolean; modal: HTMLElement | undefined }

/**
 * Places the region of toasts beside the elements with `data-toast-clear`, in a modal beside its
 * own.
 */
export function useToastPlace(
  regionRef: RefObject<HTMLElement | null>,
  { isShown, modal }: Showing,
): void {
  useLayoutEffect(() => {
    const element = regionRef.current
    if (!element || !isShown) return
    const root = modal ?? document
    const place = () => {
      const { offsetWidth: width, offsetHeight: height } = element
      const topBar = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) * 3.25
      const view = { width: innerWidth, height: innerHeight, topBar }
      const find = modal ? placeToastsInModal : placeToasts
      const found = find(view, { width, height }, boxesToKeepClear(root))
      element.style.left = `${found.left}px`
      element.style.top = `${found.top}px`
    }
    place()
    const observer = new ResizeObserver(place)
    for (const one of [element, ...root.querySelectorAll('[data-toast-clear]')])
      observer.observe(one)
    addEventListener('resize', place)
    addEventListener('scroll', place, { capture: true, passive: true })
    return () => {
      observer.disconnect()
      removeEventListener('resize', place)
      removeEventListener('scroll', place, { capture: true })
    }
  }, [regionRef, isShown, modal])
}

/** The elements that toasts must not cover, as far as they are in the window. */
function boxesToKeepClear(root: ParentNode): Box[] {
  return [...root.querySelectorAll('[data-toast-clear]')]
    .map((element) => element.getBoundingClientRect())
    .filter(
      ({ width, height, top, bottom }) =>
        width > 0 && height > 0 && bottom > 0 && top < innerHeight,
    )
}
