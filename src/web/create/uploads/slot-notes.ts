import { create } from 'zustand'
import type { Refusal } from './accept.ts'
import { type FormField, keyOf } from './upload-store.ts'

/** The last event of a slot, when the slot does not show it itself. */
export type Note =
  | { kind: 'refused'; file: string; refusal: Refusal }
  | { kind: 'left-out'; count: number; max: number }
  | { kind: 'full' }
  | { kind: 'arrived'; file: string; isVideo: boolean }

/** Good news disappears after this time, in ms (docs/spec/creation.md#result-on-the-page). */
const successNoteMs = 5_000

type SlotNotes = { notes: ReadonlyMap<string, Note> }

const useSlotNotes = create<SlotNotes>(() => ({ notes: new Map() }))

/** The note of a slot. */
export function useSlotNote(place: FormField): Note | undefined {
  return useSlotNotes(({ notes }) => notes.get(keyOf(place)))
}

/** The current note of a slot, outside components. */
export function readSlotNote(place: FormField): Note | undefined {
  return useSlotNotes.getState().notes.get(keyOf(place))
}

/**
 * Sets or removes the note of a slot. The newest note wins, but good news never replaces an error.
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
