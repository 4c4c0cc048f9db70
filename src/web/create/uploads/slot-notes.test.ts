import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Note, readSlotNote, writeSlotNote } from './slot-notes.ts'

const place = { form: 'video', field: 'start_image' }
const arrived: Note = { kind: 'arrived', file: 'photo.jpg', isVideo: false }
const noteThere = () => readSlotNote(place)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  writeSlotNote(place, undefined)
  vi.useRealTimers()
})

describe('the note of a slot', () => {
  it('disappears automatically when it is good news', () => {
    writeSlotNote(place, arrived)
    expect(noteThere()).toBe(arrived)
    vi.advanceTimersByTime(5_000)
    expect(noteThere()).toBeUndefined()
  })

  it.each<Note>([{ kind: 'full' }, { kind: 'left-out', count: 2, max: 5 }])(
    'stays when a file arrives that was given before: $kind',
    (note) => {
      writeSlotNote(place, note)
      writeSlotNote(place, arrived)
      vi.advanceTimersByTime(5_000)
      expect(noteThere()).toBe(note)
    },
  )

  it('is replaced by a note about the next file', () => {
    writeSlotNote(place, arrived)
    writeSlotNote(place, { kind: 'full' })
    writeSlotNote(place, undefined)
    writeSlotNote(place, arrived)
    expect(noteThere()).toBe(arrived)
  })
})
