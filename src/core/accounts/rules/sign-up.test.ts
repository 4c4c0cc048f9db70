import { describe, expect, it } from 'vitest'
import { defaultSettings, type StudioSettings } from '#core/settings/studio-settings-rules.ts'
import { decideSignUp, isBlockedEmail } from './sign-up.ts'

describe('who has no account', () => {
  const decide = (own: Partial<StudioSettings>, hasPass = false) =>
    decideSignUp({ ...defaultSettings, ...own }, { email: 'Ada@Example.com', hasPass })

  it.each([
    ['open', 'create', 'create'],
    ['invitation', 'invitation_needed', 'create'],
    ['approval', 'wait', 'create'],
    ['closed', 'closed', 'closed'],
  ] as const)('with the policy %s: %s, and with a pass: %s', (policy, alone, admitted) => {
    expect(decide({ sign_up: policy })).toBe(alone)
    expect(decide({ sign_up: policy }, true)).toBe(admitted)
  })

  it('needs an allowed domain, also with a pass', () => {
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
