import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#web/lib/api.ts'
import { answerToast, obstacleToast, refundObstacle, troubleToast } from './refund.ts'

const failed = {
  request_id: 'r-1',
  status: 'failed',
  credits_charged: 50,
  credits_refunded: 0,
  refunded_at: null,
} as const

describe('the reason against a refund', () => {
  it('is nothing where a failed generation was charged', () => {
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
    'is a generation that has not failed: %s',
    (status) => {
      expect(refundObstacle({ ...failed, status })).toBe('not_failed')
    },
  )
})

beforeEach(() => vi.stubGlobal('location', { pathname: '/' }))
afterEach(() => vi.unstubAllGlobals())

const refused = { success: false, error: 'Not found', code: 'not_found' } as const

describe('the text about a refund', () => {
  it('names the refunded credits', () => {
    const answer = {
      success: true,
      data: { refund_amount: 1200 },
      refund_status: 'refunded',
    } as const
    expect(answerToast(answer)).toEqual({
      message: '1,200 credits are back on your balance.',
      tone: 'good',
    })
  })

  it('distinguishes a second request, and a generation that did not fail, from other refusals', () => {
    expect(answerToast({ ...refused, refund_status: 'duplicate_attempt' }).message).toMatch(
      /requested before/,
    )
    expect(answerToast({ ...refused, refund_status: 'not_failed' }).message).toMatch(/Only failed/)
    expect(answerToast(refused)).toMatchObject({
      message: 'The refund was refused.',
      description: 'Not found',
    })
  })

  it('names the reason against it', () => {
    expect(obstacleToast('no_request_id').message).toMatch(/no request id/)
    expect(obstacleToast('already_refunded').message).toMatch(/already refunded/)
    expect(obstacleToast('not_failed').message).toMatch(/Only failed/)
  })

  it('shows the error of a failing server, and the next step without an answer', () => {
    const broken = new ApiError(500, 'internal', {
      error: 'Something broke on our side.',
      code: 'internal',
    })
    expect(troubleToast(broken)).toMatchObject({ description: 'Something broke on our side.' })
    expect(troubleToast(new ApiError(0, 'network', null)).description).toMatch(
      /nothing is refunded twice/,
    )
  })
})
