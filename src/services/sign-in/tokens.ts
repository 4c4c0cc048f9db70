import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { AccountRow } from '#database/tables.ts'

/**
 * Creates an unguessable token (256 bits). Only its hash is stored; the token is shown or sent
 * once.
 */
export function newToken(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url')
}

/**
 * Returns the stored form of a token. The token has full entropy, so a fast hash is enough.
 */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/**
 * Derives the key of the hashes that identify deleted accounts. It is derived so that no other use
 * of the secret helps to guess them.
 */
export function deriveIdentityKey(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'atelier: deleted identities', 32))
}

/**
 * Returns the hashes that identify an identity after its account was deleted, in hexadecimal: one
 * of its subject at the identity provider, if known, and one of its e-mail address in lower case.
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
