import { useDeferredValue, useEffect, useState } from 'react'

/** What goes by faster than this cannot be looked at, in px per ms. */
const tooFast = 4
/** The page rests when it has not moved for so long, in ms. */
const restTime = 120

/**
 * Whether the page is scrolled so fast that nobody can see what goes by. When it slows down, that is told as something
 * that may wait, because much is drawn then.
 */
export function useIsRushing(): boolean {
  const [isRushing, setRushing] = useState(false)
  useEffect(() => {
    let last = { y: scrollY, time: 0 }
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = ({ timeStamp: time }: Event) => {
      const passed = time - last.time
      // The first move after a rest may be a jump, after which one looks.
      setRushing(passed < restTime && Math.abs(scrollY - last.y) > tooFast * passed)
      last = { y: scrollY, time }
      clearTimeout(timer)
      timer = setTimeout(() => setRushing(false), restTime)
    }
    addEventListener('scroll', look, { passive: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('scroll', look)
    }
  }, [])
  return useDeferredValue(isRushing) || isRushing
}
