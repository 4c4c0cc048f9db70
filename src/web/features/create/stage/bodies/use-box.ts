import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { Size } from '../fit-grid.ts'

/** The size of an element's inside in px, kept current; nothing before it is known. */
export function useBox<Element extends HTMLElement>(): [RefObject<Element | null>, Size | undefined] {
  const ref = useRef<Element>(null)
  const [box, setBox] = useState<Size>()
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setBox({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, box]
}
