import { useState } from 'react'
import { readStored, writeStored } from '#web/lib/browser-storage.ts'

const key = 'atelier.viewer.details'
const wide = matchMedia('(width >= 64rem)')

/**
 * Whether the details stand beside the work: as they were left; where there is little room, only
 * when asked for.
 */
export function useDetails(): { isOpen: boolean; onToggle: () => void } {
  const [isOpen, setOpen] = useState(
    () => wide.matches && readStored('localStorage', key) !== false,
  )
  const onToggle = () => {
    if (wide.matches) writeStored('localStorage', key, !isOpen)
    setOpen(!isOpen)
  }
  return { isOpen, onToggle }
}
