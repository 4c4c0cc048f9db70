import { describe, expect, it } from 'vitest'
import { defaultSettings, type StudioSettings } from '../studio-settings.ts'
import { decideSignUp, invitationState, isBlockedEmail } from './sign-up.ts'

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

describe('who has no account', () => {
  const decide = (own: Partial<StudioSettings>, isInvited = false) =>
    decideSignUp({ ...defaultSettings, ...own }, { email: 'Ada@Example.com', isInvited })

  it.each([
    ['open', 'create', 'create'],
    ['invitation', 'invitation_needed', 'create'],
    ['approval', 'wait', 'create'],
    ['closed', 'closed', 'closed'],
  ] as const)('with the policy %s: %s, and invited: %s', (policy, alone, invited) => {
    expect(decide({ sign_up: policy })).toBe(alone)
    expect(decide({ sign_up: policy }, true)).toBe(invited)
  })

  it('needs an allowed domain, also with an invitation', () => {
    expect(decide({ email_domains: ['example.com'] })).toBe('create')
    expect(decide({ email_domains: ['other.example'] }, true)).toBe('domain')
  })
})

it.each([
  [['ada@example.com'], true],
  [['example.com'], true],
  [['sub.example.com'], false],
  [['example'], false],
  [['eve@example.com'], false],
  [[], false],
])('Ada@Example.com with %j blocked: %s', (blocked, isBlocked) => {
  expect(isBlockedEmail({ blocked_emails: blocked }, 'Ada@Example.com')).toBe(isBlocked)
})
