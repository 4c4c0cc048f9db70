/**
 * A verified identity of the identity provider. The subject is unique within the issuer.
 */
export type Identity = { issuer: string; subject: string; email: string; name: string | null }

/**
 * Secrets to keep between the redirect to the identity provider and the person's return.
 */
export type SignInSecrets = { state: string; nonce: string; verifier: string }

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
 * `taken`: the e-mail address belongs to another account here; `failed`: forged, repeated, expired
 * or invalid.
 */
export type SignInRefusal = 'declined' | 'unverified' | 'taken' | 'failed'

/** The answer opens no session. */
export class SignInRefused extends Error {
  override name = 'SignInRefused'
  readonly reason: SignInRefusal

  constructor(reason: SignInRefusal, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
