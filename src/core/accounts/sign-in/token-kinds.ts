import type { Database } from '#platform/database/database.ts'
import type { KeyHolder, StoredToken } from '../queries/keys.ts'
import type { LiveTokens } from '../queries/sessions.ts'

/** A kind of tokens that stand for an API key: its holder may do what the key may. */
export type TokenKind = {
  /** Begins each of them, and no API key. */
  prefix: string
  /** Where they are taken, and nowhere else; with a star at the end, everywhere below. */
  paths: readonly string[]
  /** Returns the account and the key of a valid token. */
  findHolder(database: Database, token: StoredToken): Promise<KeyHolder | undefined>
  selectLive: LiveTokens
}

declare module '#core/parts.ts' {
  interface Contributions {
    /** Tokens that stand for an API key. */
    tokenKinds: readonly TokenKind[]
  }
}

/** Returns the kind of a token, valid or not; `undefined`: it is no such token. */
export function kindOfToken(kinds: readonly TokenKind[], token: string): TokenKind | undefined {
  return kinds.find(({ prefix }) => token.startsWith(prefix))
}
