import { useEffect, useState } from 'react'

/**
 * Leaves for the sign-in with a method, which comes back to this site. `leave` calls `parameters` only where there
 * is a connection: without one the browser would replace this page by an error of its own.
 */
export function useSignIn() {
  const [leavingFor, setLeaving] = useState<string | null>(null)
  const [isOffline, setOffline] = useState(false)
  // After the browser's back button the page is unchanged, and the button works again.
  useEffect(() => {
    const stay = () => setLeaving(null)
    addEventListener('pageshow', stay)
    return () => removeEventListener('pageshow', stay)
  }, [])
  const leave = (parameters: () => Record<string, string> & { method: string }) => {
    setOffline(!navigator.onLine)
    if (!navigator.onLine) return
    const query = parameters()
    setLeaving(query.method)
    location.assign(`/api/auth/sign-in?${new URLSearchParams(query)}`)
  }
  return { leavingFor, isOffline, leave }
}
