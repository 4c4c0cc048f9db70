import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** An application as it registered itself. Nothing of it was verified. */
export type OAuthClient = { name: string; redirectUris: string[] }

const prefix = 'mcp_'

/**
 * Registers an application and returns its id, which contains all that is known of it, signed
 * (RFC 7591, appendix A.5.2): registering writes nothing, so that no one can fill the database.
 */
export function registerClient(secret: string, { name, redirectUris }: OAuthClient): string {
  const content = { n: name, r: redirectUris, x: randomBytes(9).toString('base64url') }
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${prefix}${payload}.${sign(secret, payload).toString('base64url')}`
}

/** Returns what an id was registered with; `null`: it is none of ours. */
export function readClient(secret: string, id: string): OAuthClient | null {
  const [, payload = '', signature = ''] = /^mcp_([\w-]+)\.([\w-]{43})$/.exec(id) ?? []
  const given = Buffer.from(signature, 'base64url')
  const expected = sign(secret, payload)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const { n: name, r: redirectUris } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return { name, redirectUris }
}

/** Returns the stored form of a client's id. */
export function hashClient(id: string): Buffer {
  return createHash('sha256').update(id).digest()
}

function sign(secret: string, payload: string): Buffer {
  const key = hkdfSync('sha256', secret, '', 'atelier: oauth clients', 32)
  return createHmac('sha256', Buffer.from(key)).update(payload).digest()
}
