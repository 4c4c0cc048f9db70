import { type ClipboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { ImagePreview, type MediaMeasures, VideoPreview } from '#web/ui/files/previews.tsx'
import { CircleAlert, CircleCheck, Info } from '#web/ui/icons/basic-icons.ts'
import type { Note } from '../uploads/slot-notes.ts'
import { noteText } from './slot-texts.ts'
import type { SlotState } from './use-slot.ts'
import { isWebAddress } from './web-address.ts'

type SlotBodyProps = {
  field: string
  slot: SlotState
  /** Which of its states the slot shows. When it changes, a focus that was inside stays inside. */
  look: string
  onAddress: (address: string) => void
  children: ReactNode
}

/** The parts of every slot: the drop target, its note, and the handler for pasted addresses. */
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
      {slot.isDropTarget && <DropOverlay />}
    </div>
  )
}

/** A removed button loses the focus; the next one in the same place gets it. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the layout removes buttons
  useLayoutEffect(() => {
    if (!hadFocus.current || document.activeElement !== document.body) return
    element.current
      ?.querySelector<HTMLElement>('input, button, a[href]')
      ?.focus({ preventScroll: true })
  }, [look])
  return element
}

const looks = {
  refused: { Icon: CircleAlert, colour: 'text-bad' },
  'left-out': { Icon: Info, colour: 'text-quiet' },
  full: { Icon: Info, colour: 'text-quiet' },
  arrived: { Icon: CircleCheck, colour: 'text-good' },
}

/**
 * The last event of a slot. Its live region is always there, so that screen readers announce it;
 * good news is shown where the file's name is.
 */
export function SlotNote({ note }: { note: Note | undefined }) {
  const { Icon, colour } = looks[note?.kind ?? 'arrived']
  return (
    <p
      role="status"
      className={
        note?.kind === 'arrived'
          ? 'sr-only'
          : `flex gap-1.5 text-small wrap-anywhere ${colour} ${note ? 'mt-2' : ''}`
      }
    >
      {note && (
        <>
          <Icon size={14} aria-hidden className="mt-0.5 shrink-0" />
          <span>{noteText(note)}</span>
        </>
      )}
    </p>
  )
}

/** Covers the slot that is the target of a dragged file. */
export function DropOverlay() {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute -inset-1.5 z-10 flex items-center justify-center rounded-panel border-2 border-accent bg-ground/85 font-medium"
    >
      {m.inputs_landing_here()}
    </div>
  )
}

type PreviewProps = {
  sources: readonly string[]
  isVideo: boolean
  /** The field's name for people. */
  name: string
  onMeasured?: (size: MediaMeasures) => void
  otherwise: ReactNode
}

/** At its own size, at most as wide as the form and not higher than the window. */
const look = 'block h-auto max-h-64 w-auto max-w-full bg-stage'

/** An input image or the first frame of an input video, at its own ratio. */
export function Preview({ isVideo, name, ...rest }: PreviewProps) {
  if (!isVideo)
    return <ImagePreview {...rest} alt={m.inputs_image_alt({ field: name })} className={look} />
  return (
    <VideoPreview
      {...rest}
      label={m.inputs_video_alt({ field: name })}
      texts={{ play: m.inputs_play(), pause: m.inputs_pause() }}
      className={look}
    />
  )
}
