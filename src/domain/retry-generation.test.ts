import { describe, expect, it } from 'vitest'
import { decideRetry, type RetryFacts } from './retry-generation.ts'

const failed: RetryFacts = {
  status: 'failed',
  failure: 'result_lost',
  isDeleted: false,
  hasJob: true,
}

describe('an operator tries again', () => {
  it('an open one is looked at now', () => {
    expect(decideRetry({ ...failed, status: 'pending', failure: null })).toBe('poll')
    expect(decideRetry({ ...failed, status: 'processing', failure: null }, 'start')).toBe('poll')
  })

  it('a lost result is fetched where the provider has a job, else the work is handed over anew', () => {
    expect(decideRetry(failed)).toBe('result')
    expect(decideRetry({ ...failed, hasJob: false })).toBe('start')
    expect(decideRetry({ ...failed, failure: 'provider_error' })).toBe('start')
    expect(decideRetry({ ...failed, failure: 'unknown_outcome', hasJob: false })).toBe('start')
  })

  it('the operator may choose, but not fetch what never was', () => {
    expect(decideRetry(failed, 'start')).toBe('start')
    expect(decideRetry({ ...failed, failure: 'provider_error' }, 'result')).toBe('result')
    expect(decideRetry({ ...failed, hasJob: false }, 'result')).toBeNull()
  })

  it.each(['cancelled', 'invalid_input', 'content_policy'] as const)(
    'not what failed as %s',
    (failure) => {
      expect(decideRetry({ ...failed, failure })).toBeNull()
      expect(decideRetry({ ...failed, failure }, 'start')).toBeNull()
    },
  )

  it('not what succeeded or its owner deleted', () => {
    expect(decideRetry({ ...failed, status: 'completed', failure: null })).toBeNull()
    expect(decideRetry({ ...failed, status: 'partial', failure: null })).toBeNull()
    expect(decideRetry({ ...failed, isDeleted: true })).toBeNull()
  })
})
