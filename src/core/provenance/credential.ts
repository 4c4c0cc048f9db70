import {
  constants,
  createPrivateKey,
  sign as createSignature,
  type KeyObject,
  verify as verifySignature,
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

/** A certificate as PEM, with those above it, and its key as PEM, or what signs with that key. */
export type GivenCredential = { certificates: string } & (
  | { key: string }
  | { sign(signed: Uint8Array): Promise<Uint8Array> }
)

/**
 * Reads a certificate with those above it. Throws `InvalidCredential`: unreadable, the key is not that
 * of the certificate, of an algorithm that C2PA does not allow, of an authority instead of a signer,
 * or without the certificates above it. A signature that does not fit the certificate is refused when it is made.
 */
export function readCredential(given: GivenCredential): Credential {
  const certificates = readCertificates(given.certificates)
  const [signer] = certificates
  if (signer.ca)
    throw new InvalidCredential(
      `${credentialVariables.certificates}: begins with an authority; the signer must come first`,
    )
  if (certificates.length === 1)
    throw new InvalidCredential(
      `${credentialVariables.certificates}: must go on with the certificates above the signer's`,
    )
  const algorithm = algorithmOf(signer.publicKey)
  const signatureLength = signatureLengthOf(signer.publicKey, algorithm)
  if ('sign' in given) {
    const sign = async (signed: Uint8Array) =>
      checkSignature(signer, algorithm, { signed, signature: await given.sign(signed) })
    return { algorithm, certificates, signatureLength, sign }
  }
  const key = readKey(given.key)
  if (!signer.checkPrivateKey(key))
    throw new InvalidCredential(`${credentialVariables.key}: is not the key of the certificate`)
  const sign = async (signed: Uint8Array) => signWith(key, algorithm, signed)
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
function algorithmOf(key: KeyObject): Algorithm {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key
  const ofCurve = curves[details?.namedCurve ?? '']
  if (type === 'ec' && ofCurve) return ofCurve
  if (type === 'ed25519') return 'ed25519'
  if ((type === 'rsa' || type === 'rsa-pss') && (details?.modulusLength ?? 0) >= 2048)
    return 'ps256'
  throw new InvalidCredential(
    `${credentialVariables.certificates}: its key must be for P-256, P-384, P-521, Ed25519, or RSA of 2048 bits`,
  )
}

/** In bytes, of a signature as C2PA wants it. */
function signatureLengthOf(key: KeyObject, algorithm: Algorithm): number {
  if (algorithm === 'ps256') return (key.asymmetricKeyDetails?.modulusLength ?? 0) / 8
  return { es256: 64, es384: 96, es512: 132, ed25519: 64 }[algorithm]
}

/** How Node makes and checks a signature of this algorithm with a key. */
function signatureOptions(key: KeyObject, algorithm: Algorithm) {
  const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_DIGEST: saltLength } = constants
  return algorithm === 'ps256'
    ? { key, padding, saltLength }
    : { key, dsaEncoding: 'ieee-p1363' as const }
}

function signWith(key: KeyObject, algorithm: Algorithm, signed: Uint8Array): Uint8Array {
  return createSignature(algorithms[algorithm].hash, signed, signatureOptions(key, algorithm))
}

/** Returns a signature that was made elsewhere, as C2PA wants it. Throws when it does not fit. */
function checkSignature(
  { publicKey }: X509Certificate,
  algorithm: Algorithm,
  { signed, signature }: { signed: Uint8Array; signature: Uint8Array },
): Uint8Array {
  const length = signatureLengthOf(publicKey, algorithm)
  const isDer = algorithm.startsWith('es') && signature.length !== length
  const raw = isDer ? toNumbers(Buffer.from(signature), length / 2) : signature
  const options = signatureOptions(publicKey, algorithm)
  if (!raw || !verifySignature(algorithms[algorithm].hash, signed, options, raw))
    throw new InvalidCredential('PROVENANCE_SIGNER_URL: the signature does not fit the certificate')
  return raw
}

/** The two numbers of an ECDSA signature in DER, as key management systems answer it. */
function toNumbers(der: Buffer, size: number): Buffer | null {
  let at = der[1] === 0x81 ? 3 : 2
  const numbers: Buffer[] = []
  while (der[0] === 0x30 && der[at] === 2 && numbers.length < 2) {
    const end = at + 2 + (der[at + 1] ?? 0)
    const digits = der.subarray(at + 2, end)
    const start = digits.findIndex((byte) => byte !== 0)
    const number = start < 0 ? Buffer.alloc(0) : digits.subarray(start)
    if (number.length > size) return null
    numbers.push(Buffer.concat([Buffer.alloc(size - number.length), number]))
    at = end
  }
  return numbers.length === 2 ? Buffer.concat(numbers) : null
}
