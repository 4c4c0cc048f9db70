import type { Refusal } from './accept.ts'
import { type FormField, keyOf } from './upload-store.ts'

/** What happened last at a slot, when the slot does not show it by itself. */
export type Note =
  | { kind: 'refused'; file: string; refusal: Refusal }
  | { kind: 'left-out'; count: number; max: number }
  | { kind: 'full' }
  | { kind: 'arrived'; file: string; isVideo: boolean }

/** Good news goes away by itself, after so many ms (docs/spec/creation.md#result-on-the-page). */
const successNoteMs = 5_000

let notes: ReadonlyMap<string, Note> = new Map()
const listeners = new Set<() => void>()

/** One note a slot; the newest wins, but no good news hides what went wrong meanwhile. */
export const slotNotes = {
  read: () => notes,

  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },

  /** Says something at a slot, or takes away what stands there. */
  write(place: FormField, note: Note | undefined): void {
    const key = keyOf(place)
    const before = notes.get(key)
    if (before === note || (note?.kind === 'arrived' && before && before.kind !== 'arrived')) return
    const others = [...notes].filter(([other]) => other !== key)
    notes = new Map(note ? [...others, [key, note]] : others)
    if (note?.kind === 'arrived')
      setTimeout(() => notes.get(key) === note && slotNotes.write(place, undefined), successNoteMs)
    for (const listener of listeners) listener()
  },
}
