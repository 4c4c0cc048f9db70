import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/**
 * The place of the list on the page, in px: its width, its distance from the page's top, the height
 * that is covered above it.
 */
export type Frame = { width: number; top: number; covered: number }

/** Measures the list's place, and again whenever the content above it or the window changes. */
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

/** Content that scrolls faster than this cannot be viewed, in px per ms. */
const tooFast = 4
/** Scrolling counts as slow again after this time without fast movement, in ms. */
const restTime = 120

/** Whether the page is scrolled too fast to see its content. */
export function useIsFastScrolling(): boolean {
  const [isRushing, setRushing] = useState(false)
  useEffect(() => {
    let last = { y: scrollY, time: 0 }
    let timer: ReturnType<typeof setTimeout> | undefined
    let frame = 0
    const end = () => {
      timer = undefined
      setRushing(false)
    }
    const look = ({ timeStamp: time }: Event) => {
      const elapsedMs = time - last.time
      // The first movement after a pause may be a jump, after which the content is visible.
      const isContinuing = elapsedMs < restTime || timer !== undefined
      const isFast = Math.abs(scrollY - last.y) > tooFast * elapsedMs
      last = { y: scrollY, time }
      if (!isContinuing || !isFast) return
      setRushing(true)
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      timer = setTimeout(() => {
        // After a late frame the page may have scrolled on meanwhile.
        frame = requestAnimationFrame(end)
      }, restTime)
    }
    addEventListener('scroll', look, { passive: true })
    return () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      removeEventListener('scroll', look)
    }
  }, [])
  return isRushing
}
