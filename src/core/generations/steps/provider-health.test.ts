import { expect, it } from 'vitest'
import { ProviderError, type ProviderErrorCode } from '#providers/provider.ts'
import { createProviderHealth } from './provider-health.ts'

const error = (code: ProviderErrorCode, httpStatus: number | null = null) =>
  new ProviderError(code, code, { delivery: 'refused', retryable: true, httpStatus })

function healthAt() {
  const clock = { ms: 0 }
  return { clock, health: createProviderHealth(() => clock.ms) }
}

it.each([
  ['a refused connection', error('unavailable')],
  ['a gateway’s answer', error('unavailable', 502)],
  ['no answer in time', error('timeout')],
])('is away for 15 s after %s', (_, failure) => {
  const { clock, health } = healthAt()
  health.end('fal', failure)
  clock.ms = 14_999
  expect(health.isAway('fal')).toBe(true)
  clock.ms = 15_000
  expect(health.isAway('fal')).toBe(false)
})

it.each([
  ['a full queue', error('rate_limited', 429)],
  ['a rejected input', error('invalid_input', 422)],
  ['an error of ours', new Error('database')],
])('is not away after %s', (_, failure) => {
  const { health } = healthAt()
  health.end('fal', failure)
  expect(health.isAway('fal')).toBe(false)
})

it('lets one job try again, and waits twice as long after each failure, up to 4 minutes', () => {
  const { clock, health } = healthAt()
  health.end('fal', error('timeout'))
  const pauses: number[] = []
  for (let tries = 0; tries < 6; tries += 1) {
    const from = clock.ms
    while (health.isAway('fal')) clock.ms += 1_000
    pauses.push((clock.ms - from) / 1_000)
    health.begin('fal', 'flux-dev')
    expect(health.isAway('fal')).toBe(true)
    health.end('fal', error('timeout'))
  }
  expect(pauses).toEqual([15, 30, 60, 120, 240, 240])
})

it('counts the failures of jobs that were submitted together as one', () => {
  const { clock, health } = healthAt()
  for (let job = 0; job < 10; job += 1) health.end('fal', error('timeout'))
  clock.ms = 15_000
  expect(health.isAway('fal')).toBe(false)
})

it('is back after one answer', () => {
  const { health } = healthAt()
  health.end('fal', error('timeout'))
  health.end('fal')
  expect(health.isAway('fal')).toBe(false)
})

it('measures a provider for each model, for a minute', () => {
  const { clock, health } = healthAt()
  health.begin('fal', 'flux-dev')
  expect(health.isMeasuring('fal', 'flux-dev')).toBe(true)
  expect(health.isMeasuring('fal', 'sd35')).toBe(false)
  expect(health.isMeasuring('replicate', 'flux-dev')).toBe(false)
  clock.ms = 60_000
  expect(health.isMeasuring('fal', 'flux-dev')).toBe(false)
})
