import { describe, expect, it } from 'vitest'
import type { Accept } from '#catalogue/fields.ts'
import { chooserFilter, refusalOf } from './accept.ts'

describe('refusalOf', () => {
  it.each<[string, Accept]>([
    ['image/jpeg', 'image'],
    ['image/heic', 'image'],
    ['video/mp4', 'video'],
    ['video/quicktime', 'video'],
    ['video/x-m4v', 'video-or-gif'],
    ['image/gif', 'video-or-gif'],
  ])('takes %s as %s', (type, accept) => {
    expect(refusalOf({ type, size: 1 }, accept)).toBeUndefined()
  })

  it.each<[string, Accept]>([
    ['image/gif', 'image'],
    ['image/svg+xml', 'image'],
    ['image/png', 'video'],
    ['image/gif', 'video'],
    ['video/x-msvideo', 'video-or-gif'],
    ['text/plain', 'image'],
  ])('does not take %s as %s', (type, accept) => {
    expect(refusalOf({ type, size: 1 }, accept)).toMatchObject({ reason: 'format' })
  })

  it('goes by the name where the system knows no type', () => {
    expect(refusalOf({ type: '', name: 'Beach.HEIC', size: 1 }, 'image')).toBeUndefined()
    expect(refusalOf({ type: '', name: 'beach.txt', size: 1 }, 'image')).toMatchObject({
      reason: 'format',
    })
    expect(refusalOf({ type: 'text/plain', name: 'beach.png', size: 1 }, 'image')).toMatchObject({
      reason: 'format',
    })
  })

  it('takes 52,428,800 bytes and not one more', () => {
    expect(refusalOf({ type: 'video/mp4', size: 52_428_800 }, 'video')).toBeUndefined()
    expect(refusalOf({ type: 'video/mp4', size: 52_428_801 }, 'video')).toMatchObject({
      reason: 'too-large',
    })
  })

  it('says of a wrong format that it is wrong, however large the file is', () => {
    expect(refusalOf({ type: 'image/png', size: 60_000_000 }, 'video')).toMatchObject({
      reason: 'format',
    })
  })

  it('does not send an empty file', () => {
    expect(refusalOf({ type: 'image/png', size: 0 }, 'image')).toMatchObject({ reason: 'empty' })
  })
})

describe('chooserFilter', () => {
  it('offers endings, too, for systems that know no type', () => {
    expect(chooserFilter('image').split(',')).toEqual(
      expect.arrayContaining(['image/png', '.heic']),
    )
    expect(chooserFilter('image')).not.toContain('mp4')
  })
})
