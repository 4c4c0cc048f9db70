import { describe, expect, it } from 'vitest'
import { assignDroppedFiles, findRefusingSlot, type Slot } from './assign-files.ts'

const slot = (field: string, more: Partial<Slot> = {}): Slot => ({
  ...{ field, accept: 'image', max: 1, room: 1, isMask: false },
  ...more,
})
const videoSlot = slot('video', { accept: 'video' })
const mask = slot('mask', { isMask: true })
const references = slot('references', { max: 5, room: 5 })
const [start, end] = [slot('start'), slot('end')]
const full = (one: Slot): Slot => ({ ...one, room: 0 })

const image = { type: 'image/png' }
const video = { type: 'video/mp4' }
const assignments = (...args: Parameters<typeof assignDroppedFiles<{ type: string }>>) =>
  Object.fromEntries(
    assignDroppedFiles(...args).assignments.map(({ field, files }) => [field, files.length]),
  )

describe('assignDroppedFiles', () => {
  it('fills the first empty field that accepts the file', () => {
    expect(assignments([image], [videoSlot, start, end])).toEqual({ start: 1 })
    expect(assignments([image], [full(start), end])).toEqual({ end: 1 })
  })

  it('gives several files to several fields, and many to a list', () => {
    expect(assignments([image, image], [start, end])).toEqual({ start: 1, end: 1 })
    expect(assignments([video, image, image], [videoSlot, references])).toEqual({
      video: 1,
      references: 2,
    })
  })

  it('gives a file to the field it is dropped on, also where that is full', () => {
    expect(assignments([image], [start, end], 'end')).toEqual({ end: 1 })
    expect(assignments([image], [start, full(end)], 'end')).toEqual({ end: 1 })
  })

  it('looks further where the field it is dropped on does not accept it', () => {
    expect(assignments([image], [videoSlot, start], 'video')).toEqual({ start: 1 })
  })

  it('replaces the file of a single field, and rejects where there are more', () => {
    expect(assignments([image], [full(start)])).toEqual({ start: 1 })
    expect(assignDroppedFiles([image], [full(start), full(end)]).rejected).toEqual([image])
  })

  it('assigns too many files to a list, which reports it', () => {
    expect(assignments([image, image], [{ ...references, room: 1 }], 'references')).toEqual({
      references: 2,
    })
  })

  it('gives a mask only files that were dropped on it', () => {
    expect(assignments([image], [mask, references])).toEqual({ references: 1 })
    expect(assignments([image], [mask, references], 'mask')).toEqual({ mask: 1 })
    expect(assignDroppedFiles([image], [mask]).rejected).toEqual([image])
  })

  it('returns the files that no field accepts', () => {
    const text = { type: 'text/plain' }
    expect(assignDroppedFiles([text, image], [start])).toEqual({
      assignments: [{ field: 'start', files: [image] }],
      rejected: [text],
    })
  })
})

describe('findRefusingSlot', () => {
  it('returns the field that a file was dropped on, otherwise one that accepts its kind', () => {
    expect(findRefusingSlot(image, [videoSlot, start], 'video')).toBe(videoSlot)
    expect(findRefusingSlot(image, [videoSlot, full(start)], undefined)?.field).toBe('start')
    expect(findRefusingSlot({ type: 'text/plain' }, [mask, videoSlot, start], undefined)).toBe(
      videoSlot,
    )
  })
})
