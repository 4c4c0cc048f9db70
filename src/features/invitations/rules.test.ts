import { describe, expect, it } from 'vitest'
import { invitationState } from './rules.ts'

const now = Date.UTC(2026, 10, 23)
const invitation = { uses: 2, used: 1, expires_at: new Date(now + 1), revoked_at: null }

describe('an invitation', () => {
  it.each([
    ['valid', invitation],
    ['unknown', undefined],
    ['revoked', { ...invitation, revoked_at: new Date(now - 1) }],
    ['expired', { ...invitation, expires_at: new Date(now) }],
    ['used_up', { ...invitation, used: 2 }],
  ] as const)('is %s', (state, given) => {
    expect(invitationState(given, now)).toBe(state)
  })
})
