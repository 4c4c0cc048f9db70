import { findKeyHolder, type KeyHolder } from '#database/queries/keys.ts'
import { findAccountBySession, findLiveCredentials } from '#database/queries/sessions.ts'
import type { AccountRow } from '#database/tables.ts'
import type { ServiceContext } from '../context.ts'
import { hashToken } from './tokens.ts'

/**
 * Who asks. `key`: by which API key and with what scopes; `null`: with a session, which may do
 * everything.
 */
export type Caller = { account: AccountRow; key: KeyHolder['key'] | null }

/** Who holds this session token or API key; `undefined` for nobody. */
export async function authenticate(
  { database }: Pick<ServiceContext, 'database'>,
  credential: Credential,
): Promise<Caller | undefined> {
  if ('apiKey' in credential) return findKeyHolder(database, hashToken(credential.apiKey))
  const account = await findAccountBySession(database, hashToken(credential.session))
  return account && { account, key: null }
}

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
