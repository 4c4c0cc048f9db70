import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * Where the list stands on the page, in px: how wide, how far from the page's beginning, how much
 * is covered above it.
 */
export type Frame = { width: number; top: number; covered: number }

/** Measures the list's place, and again whenever what stands above it or the window changes. */
export function useFrame(
  list: RefObject<HTMLElement | null>,
  above: RefObject<HTMLElement | null>,
): Frame | undefined {
  const [frame, setFrame] = useState<Frame>()
  useLayoutEffect(() => {
    const measure = () => {
      if (!list.current || !above.current) return
      const { left, right, top } = list.current.getBoundingClientRect()
      const sticky = Number.parseFloat(getComputedStyle(above.current).top) || 0
      const next = {
        width: right - left,
        top: Math.round(top + scrollY),
        covered: sticky + above.current.offsetHeight,
      }
      setFrame((old) =>
        old && old.width === next.width && old.top === next.top && old.covered === next.covered
          ? old
          : next,
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const element of [list.current, above.current, above.current?.parentElement])
      if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [list, above])
  return frame
}
