import { beforeEach, describe, expect, it, vi } from 'vitest'
import { storeWaitingAction, takeWaitingAction } from './resume-action.ts'

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
    const path = storeWaitingAction('text-to-image', '/zh/creator/image?a=1#top')
    expect(path).toMatch(/^\/zh\/creator\/image\?a=1&go_on=[\d-]+#top$/)
    expect(takeWaitingAction(tokenOf(path))).toBe('text-to-image')
    expect(takeWaitingAction(tokenOf(path))).toBeUndefined()
  })

  it('is dropped when the page is opened another way, and no external link restores it', () => {
    const path = storeWaitingAction('text-to-image', '/')
    expect(takeWaitingAction(undefined)).toBeUndefined()
    expect(takeWaitingAction(tokenOf(path))).toBeUndefined()
    storeWaitingAction('text-to-image', '/')
    expect(takeWaitingAction('1-2-3-4')).toBeUndefined()
  })

  it('is the last requested one', () => {
    const [first, second] = [
      storeWaitingAction('text-to-image', '/'),
      storeWaitingAction('vace', '/'),
    ]
    expect(tokenOf(first)).not.toBe(tokenOf(second))
    expect(takeWaitingAction(tokenOf(second))).toBe('vace')
  })

  it('is nothing after an hour', () => {
    vi.useFakeTimers()
    const path = storeWaitingAction('text-to-image', '/')
    vi.advanceTimersByTime(3_600_000)
    expect(takeWaitingAction(tokenOf(path))).toBeUndefined()
  })
})
