import { create } from 'zustand'
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

type SlotNotes = { notes: ReadonlyMap<string, Note> }

const useSlotNotes = create<SlotNotes>(() => ({ notes: new Map() }))

/** What is said at a slot. */
export function useSlotNote(place: FormField): Note | undefined {
  return useSlotNotes(({ notes }) => notes.get(keyOf(place)))
}

/** What is said at a slot just now, outside components. */
export function readSlotNote(place: FormField): Note | undefined {
  return useSlotNotes.getState().notes.get(keyOf(place))
}

/**
 * Says something at a slot, or takes away what stands there. The newest note wins, but no good news
 * hides what went wrong meanwhile.
 */
export function writeSlotNote(place: FormField, note: Note | undefined): void {
  const before = readSlotNote(place)
  if (before === note || (note?.kind === 'arrived' && before && before.kind !== 'arrived')) return
  const notes = new Map(useSlotNotes.getState().notes)
  const key = keyOf(place)
  if (note) notes.set(key, note)
  else notes.delete(key)
  useSlotNotes.setState({ notes })
  if (note?.kind === 'arrived')
    setTimeout(() => readSlotNote(place) === note && writeSlotNote(place, undefined), successNoteMs)
}
