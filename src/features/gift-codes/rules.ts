/** Crockford's base 32: no letter looks like a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** How many characters a code has: 80 bits. */
export const codeLength = 16

/** The maximum of codes in a batch, of uses and credits of each, and of days until they expire. */
export const codeLimits = { count: 1_000, uses: 100_000, credits: 10_000_000, days: 3_650 } as const

/** Writes random bytes, one for each character, as a code in groups of four. */
export function writeCode(bytes: Uint8Array): string {
  const characters = [...bytes].map((byte) => alphabet[byte % alphabet.length]).join('')
  return characters.replaceAll(/.{4}(?=.)/g, '$&-')
}

/**
 * Reads a code as a person types it: in any case, with or without hyphens and spaces, with O for 0
 * and I or L for 1. `null`: it cannot be a code.
 */
export function readCode(text: string): string | null {
  const plain = text
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  const isCode = plain.length === codeLength && [...plain].every((one) => alphabet.includes(one))
  return isCode ? plain.replaceAll(/.{4}(?=.)/g, '$&-') : null
}

export const codeStates = ['valid', 'disabled', 'expired', 'used_up'] as const
export type CodeState = (typeof codeStates)[number]

/** What decides whether a code can be redeemed. `used`: by how many accounts it was. */
export type CodeFacts = {
  uses: number
  used: number
  expires_at: Date | null
  disabled_at: Date | null
}

/** Whether a code can be redeemed. `now` in ms since 1970. */
export function codeState(code: CodeFacts, now: number): CodeState {
  if (code.disabled_at) return 'disabled'
  if (code.expires_at && code.expires_at.getTime() <= now) return 'expired'
  return code.used < code.uses ? 'valid' : 'used_up'
}

/** The page that redeems a gift code; below it, the page of each code. */
export const redeemPath = '/redeem'
