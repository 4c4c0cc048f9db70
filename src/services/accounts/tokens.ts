import { createHash, randomBytes } from 'node:crypto'

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
