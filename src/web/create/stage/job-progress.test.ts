import { describe, expect, it } from 'vitest'
import { durationMs, elapsedMs, jobProgress } from './job-progress.ts'

const at = (seconds: number) => new Date(seconds * 1000).toISOString()
const job = { created_at: at(100), started_at: at(110), completed_at: null, progress: null }
const now = (seconds: number) => seconds * 1000

describe('jobProgress', () => {
  it.each([
    [112, 0],
    [113, 1],
    [116, 2],
    [110 + 99 * 3, 99],
    [110 + 5000, 99],
  ])('guesses 1 %% for every 3 s, at second %i: %i %%', (second, percent) => {
    expect(jobProgress(job, now(second))).toEqual({ percent, isGuess: true })
  })

  it('prefers the progress from the provider', () => {
    expect(jobProgress({ ...job, progress: 40 }, now(112))).toEqual({ percent: 40, isGuess: false })
    expect(jobProgress({ ...job, progress: 0 }, now(500))).toEqual({ percent: 0, isGuess: false })
  })
})

describe('elapsedMs', () => {
  it('counts from the start of the job, before that from its request', () => {
    expect(elapsedMs(job, now(115))).toBe(5_000)
    expect(elapsedMs({ ...job, started_at: null }, now(115))).toBe(15_000)
  })

  it('is never negative, whatever the clocks say', () => {
    expect(elapsedMs(job, now(90))).toBe(0)
  })
})

describe('durationMs', () => {
  it('is the whole wait, once it is over', () => {
    expect(durationMs(job)).toBeNull()
    expect(durationMs({ ...job, completed_at: at(106.4) })).toBe(6_400)
  })
})
