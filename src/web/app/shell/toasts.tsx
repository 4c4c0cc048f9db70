import { lazy, Suspense, useState } from 'react'
import { useWaitingToasts } from '#web/ui/feedback/toast.ts'

const Toaster = lazy(async () => ({ default: (await import('#web/ui/feedback/toaster.tsx')).Toaster }))

/** What is said in passing. The code for it arrives with the first word. */
export function Toasts() {
  const isWaiting = useWaitingToasts().length > 0
  const [isNeeded, setNeeded] = useState(false)
  if (isWaiting && !isNeeded) setNeeded(true)
  return <Suspense>{isNeeded && <Toaster />}</Suspense>
}
