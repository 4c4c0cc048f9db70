import { createHash, timingSafeEqual } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import { revokeKey, type StoredToken } from '#core/accounts/queries/keys.ts'
import { hashToken, newToken, readToken } from '#core/accounts/sign-in/tokens.ts'
import { repeatWhileFull } from '#core/jobs/repeat-while-full.ts'
import type { Parts } from '#core/parts.ts'
import type { Database } from '#platform/database/database.ts'
import { hashClient } from './clients.ts'
import {
  deleteExpiredTokens,
  findTokenKey,
  insertTokens,
  takeToken,
  type UsedToken,
} from './queries.ts'
import { accessTokenPrefix, readScopes } from './rules.ts'

/** How long an access token is valid, in seconds. */
const accessSeconds = 3_600

/** What a client sends to the token endpoint, as far as it is known. */
export type TokenRequest = Partial<
  Record<
    | 'grant_type'
    | 'code'
    | 'redirect_uri'
    | 'code_verifier'
    | 'refresh_token'
    | 'client_id'
    | 'scope'
    | 'resource',
    string
  >
>

/** The errors of RFC 6749, section 5.2, and RFC 8707. */
export type TokenError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'

export type TokenAnswer =
  | { isGranted: true; access: string; refresh: string; scope: string; seconds: number }
  | { isGranted: false; error: TokenError }

const failed = (error: TokenError): TokenAnswer => ({ isGranted: false, error })

/**
 * Exchanges a code or a refresh token. Each is used once: one that comes again was stolen, from
 * either side, and disconnects the application.
 */
export async function exchangeToken(
  context: Parts<'database' | 'changes'>,
  request: TokenRequest,
  resource: string,
): Promise<TokenAnswer> {
  const { grant_type: type, client_id: clientId } = request
  if (type !== 'authorization_code' && type !== 'refresh_token')
    return failed(type === undefined ? 'invalid_request' : 'unsupported_grant_type')
  if (!clientId) return failed('invalid_client')
  if (request.resource !== undefined && request.resource !== resource)
    return failed('invalid_target')
  const text = type === 'authorization_code' ? request.code : request.refresh_token
  if (!text) return failed('invalid_request')
  const token = readToken(text)
  if (!token) return failed('invalid_grant')

  const kind = type === 'authorization_code' ? 'code' : 'refresh'
  const clientHash = hashClient(clientId)
  const answer = await context.database.transaction().execute(async (transaction) => {
    const used = await takeToken(transaction, token, { kind, clientHash })
    if (!used)
      return (await revokeReplayed(transaction, token)) ? 'revoked' : failed('invalid_grant')
    if (kind === 'code' && !isProved(used, request)) return failed('invalid_grant')
    const scopes = request.scope === undefined ? used.scopes : readScopes(request.scope)
    if (!scopes?.every((scope) => used.scopes.includes(scope))) return failed('invalid_scope')
    return issue(transaction, token.accountId, used)
  })
  if (answer !== 'revoked') return answer
  context.changes.publishRevocation(token.accountId)
  return failed('invalid_grant')
}

/** Whether who presents a code is who asked for it: the same address, and the verifier (RFC 7636). */
function isProved(used: UsedToken, { redirect_uri, code_verifier = '' }: TokenRequest): boolean {
  if (redirect_uri !== used.redirect_uri || !/^[\w.~-]{43,128}$/.test(code_verifier)) return false
  const given = createHash('sha256').update(code_verifier).digest('base64url')
  const expected = used.code_challenge ?? ''
  return (
    given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
  )
}

/** Disconnects the application of a token that was used before. */
async function revokeReplayed(database: Database, token: StoredToken): Promise<boolean> {
  const found = await findTokenKey(database, token)
  return found?.isUsed === true && revokeKey(database, token.accountId, found.keyId)
}

async function issue(database: Database, accountId: string, used: UsedToken): Promise<TokenAnswer> {
  const access = newToken(accountId, accessTokenPrefix)
  const refresh = newToken(accountId, 'atr_')
  const { key_id: keyId, grant_days: days, scopes } = used
  const ids: [string, string] = [uuid(), uuid()]
  const hashes = { ids, access: hashToken(access), refresh: hashToken(refresh), accessSeconds }
  await insertTokens(database, { accountId, keyId, days }, hashes)
  return { isGranted: true, access, refresh, scope: scopes.join(' '), seconds: accessSeconds }
}

/** Disconnects the application that this token is of, if it is this client's (RFC 7009). */
export async function revokeToken(
  { database, changes }: Parts<'database' | 'changes'>,
  { token: text, clientId }: { token: string; clientId: string },
): Promise<void> {
  const token = readToken(text)
  if (!token) return
  const found = await findTokenKey(database, token)
  if (!found?.clientHash?.equals(hashClient(clientId))) return
  if (await revokeKey(database, token.accountId, found.keyId))
    changes.publishRevocation(token.accountId)
}

/** Deletes expired codes and tokens. */
export async function deleteOldTokens(context: Parts<'background' | 'database'>): Promise<void> {
  await repeatWhileFull(context, 1_000, (limit) => deleteExpiredTokens(context.database, limit))
}
