import { useEffect, useRef, useState } from 'react'

const patience = 2_500

/**
 * Was there a sign of life in the last moments? `wake` is called for each; `sleep` ends it at once.
 */
export function useAwake() {
  const [isAwake, setAwake] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const sleep = () => {
    clearTimeout(timer.current)
    setAwake(false)
  }
  const wake = () => {
    clearTimeout(timer.current)
    setAwake(true)
    timer.current = setTimeout(() => setAwake(false), patience)
  }
  return { isAwake, wake, sleep }
}
