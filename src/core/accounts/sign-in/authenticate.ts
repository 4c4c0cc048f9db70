import type { Parts } from '#core/parts.ts'
import { findKeyHolder, type KeyHolder } from '../queries/keys.ts'
import { findAccountBySession, findLiveCredentials } from '../queries/sessions.ts'
import type { AccountRow } from '../tables.ts'
import { isBlocked } from './blocked.ts'
import { kindOfToken } from './token-kinds.ts'
import { hashToken, readToken } from './tokens.ts'

/**
 * The account of a request. `key`: the API key and its scopes; `null`: a session, which may do
 * everything.
 */
export type Caller = { account: AccountRow; key: KeyHolder['key'] | null }

type Context = Parts<'database' | 'settings' | 'admins' | 'contributions'>

/** Returns the holder of a session token or API key, if it is valid and the holder not blocked. */
export async function authenticate(
  context: Context,
  credential: Credential,
): Promise<Caller | undefined> {
  const caller = await findHolder(context, credential)
  return caller && !isBlocked(context, caller.account) ? caller : undefined
}

async function findHolder(
  { database, contributions }: Context,
  credential: Credential,
): Promise<Caller | undefined> {
  const isKey = 'apiKey' in credential
  const token = readToken(isKey ? credential.apiKey : credential.session)
  if (!token) return undefined
  if (isKey) {
    const kind = kindOfToken(contributions.tokenKinds, credential.apiKey)
    return kind ? kind.findHolder(database, token) : findKeyHolder(database, token)
  }
  const account = await findAccountBySession(database, token)
  return account && { account, key: null }
}

/** The secret of a request: a session's token, an API key, or a token that stands for one. */
export type Credential = { session: string } | { apiKey: string }

/** Identifies a credential without its secret. */
export type CredentialHash = { kind: 'session' | 'apiKey'; hash: string }

export function markOf(credential: Credential): CredentialHash {
  return 'session' in credential
    ? { kind: 'session', hash: hashToken(credential.session).toString('hex') }
    : { kind: 'apiKey', hash: hashToken(credential.apiKey).toString('hex') }
}

/**
 * Returns the marks whose credential is no longer valid: signed out, expired or revoked, or of a
 * blocked account. One query for all of them.
 */
export async function findRevoked(
  context: Parts<'admins' | 'contributions' | 'database' | 'settings'>,
  marks: CredentialHash[],
): Promise<CredentialHash[]> {
  const hashes = (kind: CredentialHash['kind']) =>
    marks.filter((mark) => mark.kind === kind).map(({ hash }) => Buffer.from(hash, 'hex'))
  const live = await findLiveCredentials(
    context.database,
    { sessions: hashes('session'), apiKeys: hashes('apiKey') },
    context.contributions.tokenKinds.map(({ selectLive }) => selectLive),
  )
  return marks.filter(({ hash }) => {
    const email = live.get(hash)
    return email === undefined || isBlocked(context, { email })
  })
}
