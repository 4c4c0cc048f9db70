import { describe, expect, it } from 'vitest'
import { assignDroppedFiles, findRefusingSlot, type Slot } from './assign-files.ts'

const slot = (field: string, more: Partial<Slot> = {}): Slot => ({
  ...{ field, accept: 'image', max: 1, room: 1, isMask: false },
  ...more,
})
const film = slot('video', { accept: 'video' })
const mask = slot('mask', { isMask: true })
const references = slot('references', { max: 5, room: 5 })
const [start, end] = [slot('start'), slot('end')]
const full = (one: Slot): Slot => ({ ...one, room: 0 })

const picture = { type: 'image/png' }
const clip = { type: 'video/mp4' }
const assignments = (...args: Parameters<typeof assignDroppedFiles<{ type: string }>>) =>
  Object.fromEntries(
    assignDroppedFiles(...args).assignments.map(({ field, files }) => [field, files.length]),
  )

describe('assignDroppedFiles', () => {
  it('fills the first empty field that takes the file', () => {
    expect(assignments([picture], [film, start, end])).toEqual({ start: 1 })
    expect(assignments([picture], [full(start), end])).toEqual({ end: 1 })
  })

  it('gives several files to several fields, and many to a list', () => {
    expect(assignments([picture, picture], [start, end])).toEqual({ start: 1, end: 1 })
    expect(assignments([clip, picture, picture], [film, references])).toEqual({
      video: 1,
      references: 2,
    })
  })

  it('gives a file to the field it is dropped on, also where that is taken', () => {
    expect(assignments([picture], [start, end], 'end')).toEqual({ end: 1 })
    expect(assignments([picture], [start, full(end)], 'end')).toEqual({ end: 1 })
  })

  it('looks further where the field it is dropped on does not take it', () => {
    expect(assignments([picture], [film, start], 'video')).toEqual({ start: 1 })
  })

  it('replaces the only field there is, and asks where there are more', () => {
    expect(assignments([picture], [full(start)])).toEqual({ start: 1 })
    expect(assignDroppedFiles([picture], [full(start), full(end)]).rejected).toEqual([picture])
  })

  it('leaves to a list what it has no room for, so that it says so', () => {
    expect(assignments([picture, picture], [{ ...references, room: 1 }], 'references')).toEqual({
      references: 2,
    })
  })

  it('gives a mask nothing that was not dropped on it', () => {
    expect(assignments([picture], [mask, references])).toEqual({ references: 1 })
    expect(assignments([picture], [mask, references], 'mask')).toEqual({ mask: 1 })
    expect(assignDroppedFiles([picture], [mask]).rejected).toEqual([picture])
  })

  it('returns the files that no field accepts', () => {
    const text = { type: 'text/plain' }
    expect(assignDroppedFiles([text, picture], [start])).toEqual({
      assignments: [{ field: 'start', files: [picture] }],
      rejected: [text],
    })
  })
})

describe('findRefusingSlot', () => {
  it('lets that field speak that a file was dropped on, else one that takes its kind', () => {
    expect(findRefusingSlot(picture, [film, start], 'video')).toBe(film)
    expect(findRefusingSlot(picture, [film, full(start)], undefined)?.field).toBe('start')
    expect(findRefusingSlot({ type: 'text/plain' }, [mask, film, start], undefined)).toBe(film)
  })
})
