/**
 * Who signed in, as the identity provider vouches for it. The subject is unique within the issuer.
 */
export type Identity = { issuer: string; subject: string; email: string; name: string | null }

/**
 * What must be kept, unseen by others, between sending a person to the identity provider and their
 * return.
 */
export type SignInSecrets = { state: string; nonce: string; verifier: string }

export type IdentityProvider = {
  /** Where to send the person. They come back to the redirect URI. */
  begin(redirectUri: string): Promise<{ url: URL; secrets: SignInSecrets }>
  /**
   * Checks what they came back with: the full address, including its query.
   * @throws SignInRefused when it proves no identity; any other error means that the provider could
   * not be asked.
   */
  finish(callback: URL, secrets: SignInSecrets): Promise<Identity>
}

/**
 * `taken`: the e-mail address belongs to somebody else here; `failed`: forged, repeated, expired or
 * not understood.
 */
export type SignInRefusal = 'declined' | 'unverified' | 'taken' | 'failed'

/** What came back opens no session. */
export class SignInRefused extends Error {
  override name = 'SignInRefused'
  readonly reason: SignInRefusal

  constructor(reason: SignInRefusal, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}
