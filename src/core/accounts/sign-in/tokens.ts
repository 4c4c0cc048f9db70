import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { StoredToken } from '../queries/keys.ts'
import type { AccountRow } from '../tables.ts'

/** The bytes of a token: half of its secret, the id of its account, the other half. */
const halfSecret = 16
const idLength = 16

/**
 * Creates an unguessable token of an account (256 bits are secret). Only its hash is stored; the
 * token is shown or sent once. It names its account, so that looking it up reads this account's rows
 * alone, and begins and ends with its secret, by which its owner tells it from others.
 */
export function newToken(accountId: string, prefix = ''): string {
  const secret = randomBytes(2 * halfSecret)
  const id = Buffer.from(accountId.replaceAll('-', ''), 'hex')
  const bytes = [secret.subarray(0, halfSecret), id, secret.subarray(halfSecret)]
  return prefix + Buffer.concat(bytes).toString('base64url')
}

/** Returns the stored form of a token that was presented; `null`: it cannot be one of ours. */
export function readToken(token: string): StoredToken | null {
  const [text] = /[\w-]{64}$/.exec(token) ?? []
  if (text === undefined) return null
  const id = Buffer.from(text, 'base64url').subarray(halfSecret, halfSecret + idLength)
  const accountId = id
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { accountId, hash: hashToken(token) }
}

/**
 * Returns the hash of a secret. It has full entropy, so a fast hash is enough.
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
