import { describe, expect, it } from 'vitest'
import type { Accept } from '#core/models/rules/fields.ts'
import { fileChooserTypes, findRefusal } from './accept.ts'

describe('findRefusal', () => {
  it.each<[string, Accept]>([
    ['image/jpeg', 'image'],
    ['image/heic', 'image'],
    ['video/mp4', 'video'],
    ['video/quicktime', 'video'],
    ['video/x-m4v', 'video-or-gif'],
    ['image/gif', 'video-or-gif'],
  ])('takes %s as %s', (type, accept) => {
    expect(findRefusal({ type, size: 1 }, accept)).toBeUndefined()
  })

  it.each<[string, Accept]>([
    ['image/gif', 'image'],
    ['image/svg+xml', 'image'],
    ['image/png', 'video'],
    ['image/gif', 'video'],
    ['video/x-msvideo', 'video-or-gif'],
    ['text/plain', 'image'],
  ])('does not take %s as %s', (type, accept) => {
    expect(findRefusal({ type, size: 1 }, accept)).toMatchObject({ reason: 'format' })
  })

  it('uses the name where the system does not know the type', () => {
    expect(findRefusal({ type: '', name: 'Beach.HEIC', size: 1 }, 'image')).toBeUndefined()
    expect(findRefusal({ type: '', name: 'beach.txt', size: 1 }, 'image')).toMatchObject({
      reason: 'format',
    })
    expect(findRefusal({ type: 'text/plain', name: 'beach.png', size: 1 }, 'image')).toMatchObject({
      reason: 'format',
    })
  })

  it('accepts 52,428,800 bytes and not one more', () => {
    expect(findRefusal({ type: 'video/mp4', size: 52_428_800 }, 'video')).toBeUndefined()
    expect(findRefusal({ type: 'video/mp4', size: 52_428_801 }, 'video')).toMatchObject({
      reason: 'too-large',
    })
  })

  it('reports a wrong format, however large the file is', () => {
    expect(findRefusal({ type: 'image/png', size: 60_000_000 }, 'video')).toMatchObject({
      reason: 'format',
    })
  })

  it('does not send an empty file', () => {
    expect(findRefusal({ type: 'image/png', size: 0 }, 'image')).toMatchObject({ reason: 'empty' })
  })
})

describe('fileChooserTypes', () => {
  it('offers file extensions, too, for systems that do not know the types', () => {
    expect(fileChooserTypes('image').split(',')).toEqual(
      expect.arrayContaining(['image/png', '.heic']),
    )
    expect(fileChooserTypes('image')).not.toContain('mp4')
  })
})
