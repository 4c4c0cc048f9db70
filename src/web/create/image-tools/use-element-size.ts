import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Size } from './fit.ts'

/** The inner size of an element, updated with every change of the window. */
export function useElementSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const measure = () => setSize({ width: box.offsetWidth - 16, height: box.offsetHeight - 16 })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element])
  return size
}
