import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { AccountRow } from '#database/tables.ts'

/**
 * An unguessable token (256 bits). Only its hash is stored; the token itself is shown or sent once.
 */
export function newToken(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url')
}

/**
 * What is stored and looked up instead of the token. The token has full entropy, so a fast hash is
 * enough.
 */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * The key of the hashes by which deleted identities are remembered. Derived, so that no other use
 * of the secret helps to guess them.
 */
export function deriveIdentityKey(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'atelier: deleted identities', 32))
}

/**
 * Returns what an identity is recognised by after its account was deleted, in hexadecimal: a keyed
 * hash of what the identity provider calls it, if it is known, and one of its e-mail address,
 * whatever its capitals.
 */
export function hashIdentity(
  key: Uint8Array,
  { issuer, subject, email }: Pick<AccountRow, 'issuer' | 'subject' | 'email'>,
): string[] {
  const hash = (...parts: string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex')
  const ofEmail = hash('email', email.trim().normalize('NFKC').toLowerCase())
  return issuer !== null && subject !== null
    ? [hash('subject', issuer, subject), ofEmail]
    : [ofEmail]
}
