import { describe, expect, it } from 'vitest'
import { decideRetry, type RetryFacts } from './retry-generation.ts'

const failed: RetryFacts = {
  status: 'failed',
  failure: 'result_lost',
  isDeleted: false,
  hasJob: true,
}

describe('an operator’s retry', () => {
  it('polls an open generation', () => {
    expect(decideRetry({ ...failed, status: 'pending', failure: null })).toBe('poll')
    expect(decideRetry({ ...failed, status: 'processing', failure: null }, 'start')).toBe('poll')
  })

  it('fetches a lost result where the provider has a job, else submits again', () => {
    expect(decideRetry(failed)).toBe('result')
    expect(decideRetry({ ...failed, hasJob: false })).toBe('start')
    expect(decideRetry({ ...failed, failure: 'provider_error' })).toBe('start')
    expect(decideRetry({ ...failed, failure: 'unknown_outcome', hasJob: false })).toBe('start')
  })

  it('lets the operator choose, but not fetch a result without a job', () => {
    expect(decideRetry(failed, 'start')).toBe('start')
    expect(decideRetry({ ...failed, failure: 'provider_error' }, 'result')).toBe('result')
    expect(decideRetry({ ...failed, hasJob: false }, 'result')).toBeNull()
  })

  it.each(['cancelled', 'invalid_input', 'content_policy'] as const)(
    'does not retry a failure with %s',
    (failure) => {
      expect(decideRetry({ ...failed, failure })).toBeNull()
      expect(decideRetry({ ...failed, failure }, 'start')).toBeNull()
    },
  )

  it('does not retry a completed or deleted generation', () => {
    expect(decideRetry({ ...failed, status: 'completed', failure: null })).toBeNull()
    expect(decideRetry({ ...failed, status: 'partial', failure: null })).toBeNull()
    expect(decideRetry({ ...failed, isDeleted: true })).toBeNull()
  })
})
