import type { SignUpRefusal } from '#core/accounts/rules/sign-up.ts'

/**
 * A verified identity of the identity provider. The subject is unique within the issuer. `groups`:
 * the value of the groups claim as it was sent, where one is configured.
 */
export type Identity = {
  issuer: string
  subject: string
  email: string
  name: string | null
  groups?: unknown
}

/**
 * Secrets to keep between the redirect to the identity provider and the person's return.
 */
export type SignInSecrets = { state: string; nonce: string; verifier: string }

/** An identity provider that people choose among. */
export type SignInMethod = {
  /** In addresses; the first of a studio has the callback without it. */
  id: string
  /** What people read. */
  name: string
  provider: IdentityProvider
  /** Only addresses of these domains are accepted; empty: all. */
  domains: readonly string[]
  /**
   * Whether its verified e-mail addresses lead to accounts that belong to an identity of another
   * provider.
   */
  isTrusted: boolean
  /** Whether a claim of its answers names the groups of a person. */
  hasGroups: boolean
}

export type IdentityProvider = {
  /** Returns where to redirect the person. They return to the redirect URI. */
  begin(redirectUri: string): Promise<{ url: URL; secrets: SignInSecrets }>
  /**
   * Verifies the full address they returned with, including its query.
   * @throws SignInRefused when it proves no identity; any other error means that it could not be
   * verified.
   */
  finish(callback: URL, secrets: SignInSecrets): Promise<Identity>
}

/**
 * `taken`: the e-mail address belongs to another account here; a `SignUpRefusal`: there is no
 * account, and none may be made; `failed`: forged, repeated, expired or invalid.
 */
export type SignInRefusal = 'declined' | 'unverified' | 'taken' | 'failed' | SignUpRefusal

/** The answer opens no session. */
export class SignInRefused extends Error {
  override name = 'SignInRefused'
  readonly reason: SignInRefusal

  constructor(reason: SignInRefusal, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
