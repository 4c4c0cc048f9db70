import { describe, expect, it } from 'vitest'
import { refundObstacle } from './refund-obstacle.ts'

const failed = {
  request_id: 'r-1',
  status: 'failed',
  credits_charged: 50,
  credits_refunded: 0,
  refunded_at: null,
} as const

describe('what stands in the way of a refund', () => {
  it('is nothing where failed work was paid for', () => {
    expect(refundObstacle(failed)).toBeNull()
  })

  it('is a missing request id before anything else', () => {
    expect(refundObstacle({ ...failed, request_id: '', status: 'completed' })).toBe('no_request_id')
  })

  it('is an earlier refund', () => {
    expect(refundObstacle({ ...failed, refunded_at: '2026-03-05T10:00:00Z' })).toBe(
      'already_refunded',
    )
    expect(refundObstacle({ ...failed, credits_refunded: 50 })).toBe('already_refunded')
  })

  it.each(['pending', 'processing', 'completed', 'partial'] as const)(
    'is work that has not failed: %s',
    (status) => {
      expect(refundObstacle({ ...failed, status })).toBe('not_failed')
    },
  )
})
