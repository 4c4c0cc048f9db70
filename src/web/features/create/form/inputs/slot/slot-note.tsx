import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { noteText } from '../texts/slot-texts.ts'
import type { Note } from '../tray/notes.ts'

const looks = {
  refused: { Icon: CircleAlert, colour: 'text-bad' },
  'left-out': { Icon: Info, colour: 'text-quiet' },
  full: { Icon: Info, colour: 'text-quiet' },
  arrived: { Icon: CircleCheck, colour: 'text-good' },
}

/**
 * What happened last at a slot. The place that announces it is always there, so that it is heard;
 * good news is seen where the file's name is.
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
