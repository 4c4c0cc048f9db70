import { beforeEach, describe, expect, it, vi } from 'vitest'
import { takeWaiting, waitToGoOn } from './resume-action.ts'

const tokenOf = (path: string) =>
  new URL(path, 'http://own.example').searchParams.get('go_on') ?? ''

describe('an action that waits for a sign-in', () => {
  beforeEach(() => {
    const kept = new Map<string, string>()
    vi.stubGlobal('location', { origin: 'http://own.example' })
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    })
    return () => {
      vi.unstubAllGlobals()
      vi.useRealTimers()
    }
  })

  it('is returned once after the sign-in', () => {
    const path = waitToGoOn('text-to-image', '/zh/creator/image?a=1#top')
    expect(path).toMatch(/^\/zh\/creator\/image\?a=1&go_on=[\d-]+#top$/)
    expect(takeWaiting(tokenOf(path))).toBe('text-to-image')
    expect(takeWaiting(tokenOf(path))).toBeUndefined()
  })

  it('is dropped when the page is opened another way, and no external link restores it', () => {
    const path = waitToGoOn('text-to-image', '/')
    expect(takeWaiting(undefined)).toBeUndefined()
    expect(takeWaiting(tokenOf(path))).toBeUndefined()
    waitToGoOn('text-to-image', '/')
    expect(takeWaiting('1-2-3-4')).toBeUndefined()
  })

  it('is the last requested one', () => {
    const [first, second] = [waitToGoOn('text-to-image', '/'), waitToGoOn('vace', '/')]
    expect(tokenOf(first)).not.toBe(tokenOf(second))
    expect(takeWaiting(tokenOf(second))).toBe('vace')
  })

  it('is nothing after an hour', () => {
    vi.useFakeTimers()
    const path = waitToGoOn('text-to-image', '/')
    vi.advanceTimersByTime(3_600_000)
    expect(takeWaiting(tokenOf(path))).toBeUndefined()
  })
})
