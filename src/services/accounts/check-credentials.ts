import { findLiveCredentials } from '#database/queries/sessions.ts'
import type { ServiceContext } from '../context.ts'
import { hashToken } from './tokens.ts'

/** What somebody shows to be let in: a session's token or an API key. */
export type Credential = { session: string } | { apiKey: string }

/** A credential that is remembered without its secret. */
export type CredentialMark = { kind: 'session' | 'apiKey'; hash: string }

export function markOf(credential: Credential): CredentialMark {
  return 'session' in credential
    ? { kind: 'session', hash: hashToken(credential.session).toString('hex') }
    : { kind: 'apiKey', hash: hashToken(credential.apiKey).toString('hex') }
}

/**
 * The marks among these that no longer let anybody in: signed out, expired, revoked. One query for
 * all of them.
 */
export async function findRevoked(
  { database }: ServiceContext,
  marks: CredentialMark[],
): Promise<CredentialMark[]> {
  const hashes = (kind: CredentialMark['kind']) =>
    marks.filter((mark) => mark.kind === kind).map(({ hash }) => Buffer.from(hash, 'hex'))
  const live = await findLiveCredentials(database, {
    sessions: hashes('session'),
    apiKeys: hashes('apiKey'),
  })
  return marks.filter(({ hash }) => !live.has(hash))
}
