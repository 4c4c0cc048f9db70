import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AccountView } from '#core/accounts/contract/account.ts'
import { accountView } from '#testing/account.ts'
import { formatTime } from '#web/lib/format.ts'
import { spendingNote } from './spending-note.ts'

beforeAll(
  () => void vi.stubGlobal('location', new URL('http://atelier.test/creator/image/text-to-image')),
)
afterAll(() => void vi.unstubAllGlobals())

const now = Date.UTC(2026, 2, 5, 15)
const midnight = () => formatTime(new Date(Date.UTC(2026, 2, 6)))

const note = (own: Partial<AccountView>, price = 30, seenAt = now) =>
  spendingNote({ account: accountView(own), price, seenAt, now })

const has = (credits: number) => ({ credits: { left_credits: credits } })
const limits = (
  daily_cap: number | null,
  spent_today: number,
  job_ceiling: number | null = null,
) => ({
  limits: { daily_cap, job_ceiling, spent_today },
})

describe('before anything is spent', () => {
  it('nothing is said while the credits are enough for several more', () => {
    expect(note(has(90))).toBeUndefined()
    expect(note({ ...has(90), ...limits(100, 10, 30) })).toBeUndefined()
  })

  it.each([
    [has(89), 'Enough for 2 of these.', '/pricing'],
    [has(30), 'Enough for this, and no more.', '/pricing'],
    [has(29), '1 credit short', '/pricing'],
    [
      { ...has(0), owed: 1 },
      'You owe 1 credit. What comes in pays that first.',
      '/account/credits',
    ],
    [
      { is_suspended: true, ...has(0) },
      'This account is suspended. Nothing new can be started.',
      undefined,
    ],
    [{ has_ever_paid: false }, 'Buy credits once to unlock generation.', '/pricing'],
    [limits(null, 0, 29), 'More than the 29 credits you allow for one job.', '/account'],
  ])('of %j', (own: Partial<AccountView>, text, to) => {
    expect(note(own)).toMatchObject({ text, ...(to && { link: { to } }) })
    expect(note(own)?.link?.to).toBe(to)
  })

  it('the day’s limit shows the rest and when the next day begins, in the reader’s time zone', () => {
    const text = (left: string) =>
      `${left} of your daily limit ${left.startsWith('1 ') ? 'is' : 'are'} left until ${midnight()}.`
    expect(note(limits(100, 71))).toMatchObject({
      tone: 'warn',
      text: text('29 credits'),
      link: { to: '/account' },
    })
    expect(note(limits(100, 99))).toMatchObject({ tone: 'warn', text: text('1 credit') })
    expect(note(limits(100, 130))).toMatchObject({ tone: 'warn', text: text('0 credits') })
    expect(note(limits(100, 40))).toMatchObject({ tone: 'plain', text: text('60 credits') })
  })

  it('spending of yesterday does not count, even before the server has updated it', () => {
    const yesterday = Date.UTC(2026, 2, 4, 23, 59)
    expect(note(limits(100, 100), 30, yesterday)).toBeUndefined()
    expect(note(limits(100, 100), 30, Date.UTC(2026, 2, 5))).toMatchObject({ tone: 'warn' })
  })
})
