import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Note, slotNotes } from './slot-notes.ts'

const place = { form: 'video', field: 'start_image' }
const arrived: Note = { kind: 'arrived', file: 'photo.jpg', isVideo: false }
const noteThere = () => slotNotes.read().get('video/start_image')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  slotNotes.write(place, undefined)
  vi.useRealTimers()
})

describe('what is said at a slot', () => {
  it('goes by itself when it is good news', () => {
    slotNotes.write(place, arrived)
    expect(noteThere()).toBe(arrived)
    vi.advanceTimersByTime(5_000)
    expect(noteThere()).toBeUndefined()
  })

  it.each<Note>([{ kind: 'full' }, { kind: 'left-out', count: 2, max: 5 }])(
    'stays when a file arrives that was given before: $kind',
    (note) => {
      slotNotes.write(place, note)
      slotNotes.write(place, arrived)
      vi.advanceTimersByTime(5_000)
      expect(noteThere()).toBe(note)
    },
  )

  it('gives way to news of the next file', () => {
    slotNotes.write(place, arrived)
    slotNotes.write(place, { kind: 'full' })
    slotNotes.write(place, undefined)
    slotNotes.write(place, arrived)
    expect(noteThere()).toBe(arrived)
  })
})
