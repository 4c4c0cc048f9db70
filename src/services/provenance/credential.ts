import {
  constants,
  createPrivateKey,
  sign as createSignature,
  type KeyObject,
  X509Certificate,
} from 'node:crypto'
import { type Algorithm, algorithms } from './cose.ts'

/** A certificate or its key cannot be used. The message begins with the variable's name. */
export class InvalidCredential extends Error {
  override name = 'InvalidCredential'
}

/** A certificate that signs, those above it, and what makes its signatures. */
export type Credential = {
  algorithm: Algorithm
  /** That of the signer first. */
  certificates: readonly [X509Certificate, ...X509Certificate[]]
  /** In bytes. */
  signatureLength: number
  sign(signed: Uint8Array): Promise<Uint8Array>
}

/** The variables that name a credential, as problems name them. */
export const credentialVariables = {
  certificates: 'PROVENANCE_CERTIFICATE',
  key: 'PROVENANCE_KEY',
} as const

/** Returns the certificates of a PEM text. Throws `InvalidCredential`. */
export function readCertificates(pem: string): [X509Certificate, ...X509Certificate[]] {
  const name = credentialVariables.certificates
  const texts =
    pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)?.slice(0, 10) ?? []
  try {
    const [first, ...others] = texts.map((text) => new X509Certificate(text))
    if (first) return [first, ...others]
  } catch (error) {
    throw new InvalidCredential(`${name}: ${(error as Error).message}`)
  }
  throw new InvalidCredential(`${name}: holds no certificate in PEM`)
}

/**
 * Reads a certificate with those above it and its private key, as PEM. Throws `InvalidCredential`:
 * unreadable, the key is not that of the certificate, of an algorithm that C2PA does not allow, or of
 * an authority instead of a signer.
 */
export function readCredential(given: { certificates: string; key: string }): Credential {
  const certificates = readCertificates(given.certificates)
  const [signer] = certificates
  const key = readKey(given.key)
  if (!signer.checkPrivateKey(key))
    throw new InvalidCredential(`${credentialVariables.key}: is not the key of the certificate`)
  if (signer.ca)
    throw new InvalidCredential(
      `${credentialVariables.certificates}: begins with an authority; the signer must come first`,
    )
  const algorithm = algorithmOf(key)
  const sign = async (signed: Uint8Array) => signWith(key, algorithm, signed)
  // Signatures of a key are equally long, whatever they sign.
  const { length: signatureLength } = signWith(key, algorithm, Buffer.alloc(1))
  return { algorithm, certificates, signatureLength, sign }
}

/** Throws `InvalidCredential` for a certificate that is not valid at this time. */
export function checkValidity(signer: X509Certificate, now: Date): void {
  const name = credentialVariables.certificates
  const { validFromDate: from, validToDate: to } = signer
  if (now < from) throw new InvalidCredential(`${name}: is valid from ${from.toISOString()} on`)
  if (now > to) throw new InvalidCredential(`${name}: expired at ${to.toISOString()}`)
}

function readKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    throw new InvalidCredential(`${credentialVariables.key}: holds no private key in PEM`)
  }
}

const curves: Readonly<Record<string, Algorithm>> = {
  prime256v1: 'es256',
  secp384r1: 'es384',
  secp521r1: 'es512',
}

/** Throws `InvalidCredential` for a key of which C2PA allows no signature. */
export function algorithmOf(key: KeyObject): Algorithm {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  const ofCurve = curves[details?.namedCurve ?? '']
  if (type === 'ec' && ofCurve) return ofCurve
  if (type === 'ed25519') return 'ed25519'
  if ((type === 'rsa' || type === 'rsa-pss') && (details?.modulusLength ?? 0) >= 2048)
    return 'ps256'
  throw new InvalidCredential(
    `${credentialVariables.key}: must be a key for P-256, P-384, P-521, Ed25519, or RSA of 2048 bits`,
  )
}

function signWith(key: KeyObject, algorithm: Algorithm, signed: Uint8Array): Uint8Array {
  const { hash } = algorithms[algorithm]
  if (algorithm !== 'ps256')
    return createSignature(hash, signed, { key, dsaEncoding: 'ieee-p1363' })
  const padding = constants.RSA_PKCS1_PSS_PADDING
  return createSignature(hash, signed, {
    key,
    padding,
    saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
  })
}
