import { beforeEach, describe, expect, it } from 'vitest'
import { requestIds } from './request-ids.ts'

describe('requestIds', () => {
  let made = 0
  const newId = () => `id-${++made}`
  beforeEach(() => {
    made = 0
    globalThis.sessionStorage?.clear()
  })

  it('gives no second key while a request is running, so a double click is one request', () => {
    const ids = requestIds(newId)
    expect(ids.begin('fox')).toBe('id-1')
    expect(ids.begin('fox')).toBeUndefined()
    expect(ids.begin('heron')).toBe('id-2')
  })

  it('uses the same key again after an answer was lost', () => {
    const ids = requestIds(newId)
    ids.begin('fox')
    ids.end('fox', false)
    expect(ids.begin('fox')).toBe('id-1')
  })

  it('gives a new key once the generation exists', () => {
    const ids = requestIds(newId)
    ids.begin('fox')
    ids.end('fox', true)
    expect(ids.begin('fox')).toBe('id-2')
  })
})
