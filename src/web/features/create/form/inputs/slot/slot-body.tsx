import { type ClipboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { isWebAddress } from '../rules/address.ts'
import { LandingVeil } from './landing-veil.tsx'
import { SlotNote } from './slot-note.tsx'
import type { SlotState } from './use-slot.ts'

type SlotBodyProps = {
  field: string
  slot: SlotState
  /** Which of its looks the slot has. When it changes, a focus that was inside stays inside. */
  look: string
  onAddress: (address: string) => void
  children: ReactNode
}

/**
 * What is the same for every slot: where files are dropped on it, its note, and addresses that are
 * pasted into it.
 */
export function SlotBody({ field, slot, look, onAddress, children }: SlotBodyProps) {
  const element = useKeptFocus(look)
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const pasted = event.clipboardData.getData('text/plain').trim()
    const isTyped = event.target instanceof Element && event.target.matches('input[type=url]')
    if (!isTyped && isWebAddress(pasted)) onAddress(pasted)
  }
  return (
    <div ref={element} data-slot={field} className="@container relative" onPaste={onPaste}>
      {children}
      <SlotNote note={slot.note} />
      {slot.isLanding && <LandingVeil />}
    </div>
  )
}

/** A button that goes away takes the focus with it; the next one in the same place gets it. */
function useKeptFocus(look: string) {
  const element = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)

  useLayoutEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      hadFocus.current = element.current?.contains(target as Node) ?? false
    }
    document.addEventListener('focusin', follow)
    return () => document.removeEventListener('focusin', follow)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the look is what takes buttons away
  useLayoutEffect(() => {
    if (!hadFocus.current || document.activeElement !== document.body) return
    element.current
      ?.querySelector<HTMLElement>('input, button, a[href]')
      ?.focus({ preventScroll: true })
  }, [look])
  return element
}
