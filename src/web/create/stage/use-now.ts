import { useEffect, useState } from 'react'
import { serverNow } from '#web/lib/api.ts'

/** The server's time in ms, updated every second while `isTicking`. */
export function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    if (!isTicking) return
    const update = () => setNow(serverNow())
    const first = setTimeout(update)
    const timer = setInterval(update, 1_000)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [isTicking])
  return now
}
