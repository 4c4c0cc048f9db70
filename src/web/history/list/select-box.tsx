import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { Check } from '#web/ui/icons/navigation-icons.ts'
import type { ItemSelection } from './layouts.ts'

type SelectBoxProps = {
  /** The record's name. */
  name: string
  selection: ItemSelection
  /** Shown over an image: dark behind it in both themes. */
  onImage?: boolean
}

/**
 * The checkbox that selects a record. On a tile it is visible on hover and focus, and always while
 * a record is selected.
 */
export function SelectBox({
  name,
  selection: { isSelected, isSelecting, toggle },
  onImage,
}: SelectBoxProps) {
  const isHidden = onImage && !isSelecting && !isSelected
  return (
    <label
      className={`relative inline-flex size-6 shrink-0 ${isHidden ? 'select-box-hidden' : ''}`}
    >
      <input
        type="checkbox"
        checked={isSelected}
        aria-label={m.history_select({ name })}
        onChange={({ nativeEvent }) =>
          toggle({ range: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey })
        }
        className={`size-6 appearance-none rounded-[6px] border border-edge checked:border-accent checked:bg-accent ${
          onImage ? 'ring-on-picture scheme-dark bg-ground/80' : ''
        }`}
      />
      {isSelected && (
        <Check
          size={16}
          strokeWidth={2.5}
          aria-hidden
          className={`pointer-events-none absolute inset-1 text-on-accent ${onImage ? 'scheme-dark' : ''}`}
        />
      )}
    </label>
  )
}

/** How long a press lasts before it selects, in ms, and how far the finger may move, in px. */
const patience = 450
const stray = 10

/**
 * Handlers for a long press by touch; the click that follows it is suppressed, and no menu opens.
 */
export function useLongPress(onPress: () => void) {
  const press = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> }>(undefined)
  const cancel = () => {
    clearTimeout(press.current?.timer)
    press.current = undefined
  }
  return {
    onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) => {
      cancel()
      if (pointerType !== 'touch') return
      const timer = setTimeout(() => {
        press.current = undefined
        swallowNextClick()
        onPress()
      }, patience)
      press.current = { x: clientX, y: clientY, timer }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      if (press.current && Math.hypot(clientX - press.current.x, clientY - press.current.y) > stray)
        cancel()
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    onContextMenu: (event: MouseEvent) => {
      if ((event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch')
        event.preventDefault()
    },
  }
}

function swallowNextClick() {
  const ended = new AbortController()
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    ended.abort()
  }
  addEventListener('click', swallow, { capture: true, signal: ended.signal })
  addEventListener('pointerdown', () => ended.abort(), { capture: true, signal: ended.signal })
}
