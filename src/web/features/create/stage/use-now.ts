import { useEffect, useState } from 'react'
import { serverNow } from '#web/lib/api.ts'

/** The server's time in ms, anew every second while `isTicking`. */
export function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    if (!isTicking) return
    setNow(serverNow())
    const timer = setInterval(() => setNow(serverNow()), 1_000)
    return () => clearInterval(timer)
  }, [isTicking])
  return now
}
