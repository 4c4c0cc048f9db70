import { describe, expect, it } from 'vitest'
import { judgeOf, land, type Slot } from './assign-files.ts'

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
const gifts = (...args: Parameters<typeof land<{ type: string }>>) =>
  Object.fromEntries(land(...args).gifts.map(({ field, files }) => [field, files.length]))

describe('land', () => {
  it('fills the first empty field that takes the file', () => {
    expect(gifts([picture], [film, start, end])).toEqual({ start: 1 })
    expect(gifts([picture], [full(start), end])).toEqual({ end: 1 })
  })

  it('gives several files to several fields, and many to a list', () => {
    expect(gifts([picture, picture], [start, end])).toEqual({ start: 1, end: 1 })
    expect(gifts([clip, picture, picture], [film, references])).toEqual({ video: 1, references: 2 })
  })

  it('gives a file to the field it is dropped on, also where that is taken', () => {
    expect(gifts([picture], [start, end], 'end')).toEqual({ end: 1 })
    expect(gifts([picture], [start, full(end)], 'end')).toEqual({ end: 1 })
  })

  it('looks further where the field it is dropped on does not take it', () => {
    expect(gifts([picture], [film, start], 'video')).toEqual({ start: 1 })
  })

  it('replaces the only field there is, and asks where there are more', () => {
    expect(gifts([picture], [full(start)])).toEqual({ start: 1 })
    expect(land([picture], [full(start), full(end)]).nowhere).toEqual([picture])
  })

  it('leaves to a list what it has no room for, so that it says so', () => {
    expect(gifts([picture, picture], [{ ...references, room: 1 }], 'references')).toEqual({
      references: 2,
    })
  })

  it('gives a mask nothing that was not dropped on it', () => {
    expect(gifts([picture], [mask, references])).toEqual({ references: 1 })
    expect(gifts([picture], [mask, references], 'mask')).toEqual({ mask: 1 })
    expect(land([picture], [mask]).nowhere).toEqual([picture])
  })

  it('tells what nobody takes', () => {
    const text = { type: 'text/plain' }
    expect(land([text, picture], [start])).toEqual({
      gifts: [{ field: 'start', files: [picture] }],
      nowhere: [text],
    })
  })
})

describe('judgeOf', () => {
  it('lets that field speak that a file was dropped on, else one that takes its kind', () => {
    expect(judgeOf(picture, [film, start], 'video')).toBe(film)
    expect(judgeOf(picture, [film, full(start)], undefined)?.field).toBe('start')
    expect(judgeOf({ type: 'text/plain' }, [mask, film, start], undefined)).toBe(film)
  })
})
