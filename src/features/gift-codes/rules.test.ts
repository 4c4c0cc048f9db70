import { describe, expect, it } from 'vitest'
import { codeState, readCode, writeCode } from './rules.ts'

describe('a gift code', () => {
  it('is read as a person types it', () => {
    const code = writeCode(Uint8Array.from({ length: 16 }, (_, index) => index * 17))
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(readCode(` ${code.toLowerCase().replaceAll('-', ' ')} `)).toBe(code)
    expect(readCode('oOiI-lL00-1111-ABCD')).toBe('0011-1100-1111-ABCD')
  })

  it.each(['', 'ABCD', 'UUUU-UUUU-UUUU-UUUU', 'ABCD-EFGH-JKMN-PQRS-T', '=CMD-1111-1111-1111'])(
    'is not %j',
    (text) => expect(readCode(text)).toBeNull(),
  )

  const now = Date.parse('2026-11-23T12:00:00Z')
  const valid = { uses: 2, used: 1, expires_at: new Date(now + 1), disabled_at: null }
  it.each([
    ['valid', {}],
    ['valid', { expires_at: null }],
    ['expired', { expires_at: new Date(now) }],
    ['used_up', { used: 2 }],
    ['disabled', { disabled_at: new Date(now), used: 2 }],
  ] as const)('is %s with %j', (state, change) =>
    expect(codeState({ ...valid, ...change }, now)).toBe(state),
  )
})
