import { type RefCallback, useCallback, useState } from 'react'
import type { Size } from '../fit-grid.ts'

/**
 * The size of an element's inside in px, kept current whenever the element appears; nothing before
 * it is known.
 */
export function useBox<Element extends HTMLElement>(): [RefCallback<Element>, Size | undefined] {
  const [box, setBox] = useState<Size>()
  const ref = useCallback((element: Element) => {
    const measure = () => setBox({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, box]
}
