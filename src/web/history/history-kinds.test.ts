import { describe, expect, it } from 'vitest'
import { historyAt, historyKinds } from './history-kinds.ts'

describe('the history that a path contains', () => {
  it.each(historyKinds)('is its own for $path, and below it', ({ kind, path }) => {
    expect(historyAt(path)?.kind).toBe(kind)
    expect(historyAt(`${path}/more`)?.kind).toBe(kind)
  })

  it('is that of the answers for the path below their form', () => {
    expect(historyAt('/creator/image-understanding/history')?.kind).toBe('image-understanding')
  })

  it.each(['/creator/history', '/creator/history/images', '/creator/image'])(
    'is none for %s',
    (path) => {
      expect(historyAt(path)).toBeUndefined()
    },
  )
})
