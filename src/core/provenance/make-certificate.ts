import { type KeyObject, randomBytes, webcrypto } from 'node:crypto'

/** PEM texts: a certificate, those above it, and its key. */
export type Credential = { certificates: string; key: string }

/**
 * How long the certificates of a studio are valid, in years: without time stamps, what they signed is
 * valid no longer than they are.
 */
const validYears = { root: 30, signer: 25 }

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** C2PA's own purpose, and document signing (C2PA 2.2, 14.5.1). */
const purposes = ['1.3.6.1.4.1.62558.2.1', '1.3.6.1.5.5.7.3.36']

/** The library that writes certificates, loaded when one is made. */
async function loadX509() {
  // It looks for this polyfill as it is loaded.
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  x509.cryptoProvider.set(webcrypto)
  return x509
}

/** Makes the root of a studio: what is signed with its certificates is traced back to it. */
export async function makeRoot(studio: string, now: Date): Promise<Credential> {
  const x509 = await loadX509()
  const keys = await webcrypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: nameOf(`${studio} provenance root`),
    ...validity(now, validYears.root),
    keys,
    signingAlgorithm: ecdsa,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  })
  return { certificates: root.toString('pem'), key: await exportKey(keys.privateKey) }
}

/** Makes the certificate that signs, under a root. Answers it alone, without the root. */
export async function makeSigner(
  studio: string,
  root: { certificate: string; key: KeyObject },
  now: Date,
): Promise<Credential> {
  const x509 = await loadX509()
  const issuer = new x509.X509Certificate(root.certificate)
  const pkcs8 = root.key.export({ format: 'der', type: 'pkcs8' })
  const signingKey = await webcrypto.subtle.importKey('pkcs8', pkcs8, ecdsa, false, ['sign'])
  const keys = await webcrypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
  const signer = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: nameOf(studio),
    issuer: issuer.subject,
    ...validity(now, validYears.signer),
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: ecdsa,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension(purposes),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  })
  return { certificates: signer.toString('pem'), key: await exportKey(keys.privateKey) }
}

function nameOf(name: string) {
  return [{ CN: [name] }, { O: [name] }]
}

/** Clocks differ: it is valid since an hour ago. */
function validity(now: Date, years: number) {
  const notAfter = new Date(now)
  notAfter.setUTCFullYear(now.getUTCFullYear() + years)
  return { notBefore: new Date(now.getTime() - 3_600_000), notAfter }
}

/** A positive number, as DER wants it. */
function serialNumber(): string {
  const bytes = randomBytes(16)
  bytes[0] = 1 + ((bytes[0] ?? 0) & 0x3f)
  return bytes.toString('hex')
}

async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key))
  return `-----BEGIN PRIVATE KEY-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----\n`
}
