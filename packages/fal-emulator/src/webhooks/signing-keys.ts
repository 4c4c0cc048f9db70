import { createPrivateKey, generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto'
import type { JobStore } from '../jobs/store/job-store.ts'

export type SigningKeys = {
  /** The key that webhooks are signed with; its public half is in `published`. */
  own: KeyObject
  /** A key that nobody publishes. */
  foreign: KeyObject
  /** The key set as `/.well-known/jwks.json` answers it. */
  published: { keys: JsonWebKey[] }
}

/** The engine's Ed25519 keys: the own one is made once and remembered. */
export async function openSigningKeys(store: JobStore): Promise<SigningKeys> {
  const secret = await store.remember('webhook-key', () => createKey().export({ format: 'jwk' }))
  const { kty, crv, x } = secret
  return {
    own: createPrivateKey({ key: secret, format: 'jwk' }),
    foreign: createKey(),
    published: { keys: [{ kty, crv, x, kid: x, alg: 'EdDSA', use: 'sig' } as JsonWebKey] },
  }
}

function createKey(): KeyObject {
  return generateKeyPairSync('ed25519').privateKey
}
