import { createPrivateKey, type X509Certificate } from 'node:crypto'
import type { Parts } from '#core/parts.ts'
import { type CoseSigner, coseLength, signCose } from './cose.ts'
import {
  type Credential,
  checkValidity,
  type GivenCredential,
  readCertificates,
  readCredential,
} from './credential.ts'
import { makeRoot, makeSigner } from './make-certificate.ts'
import { keepCertificate, listCertificates } from './queries.ts'
import type { TrustedSigners } from './read-marks.ts'
import { createSignedCopies, type SignedCopies } from './signed-copies.ts'

/** Who signs manifests: with which certificates, and how. */
export type Signer = {
  /** By whom the certificate was given. */
  source: 'operator' | 'studio'
  algorithm: CoseSigner['algorithm']
  reserveSize: number
  /** That of the signer first. */
  certificates: Credential['certificates']
  /** What a reader must trust to find its signatures trusted, as PEM. */
  anchors: string
  /** Answers the COSE signature of a claim, of `reserveSize` bytes. */
  signClaim(claim: Uint8Array): Promise<Uint8Array>
}

/**
 * The signer of a studio, made when it is first needed. Throws `InvalidCredential` while its
 * certificate is not valid.
 */
export type Signing = {
  current(): Promise<Signer>
  /** The signers with which this studio has ever signed. */
  trusted(): Promise<TrustedSigners>
  copies: SignedCopies
  /** Copies with a visible label, which others than their owner read. */
  labelled: SignedCopies
  /** Deletes all copies. */
  stop(): Promise<void>
}

declare module '#core/parts.ts' {
  interface AllParts {
    /** Signs the manifests of results. */
    signing: Signing
  }
}

/**
 * Signs with the operator's credential; without one with a certificate of the studio's own, which is
 * made once, under a root of its own, and kept in the database.
 */
export function createSigning(
  context: Parts<'database' | 'settings'>,
  given: GivenCredential | null,
): Signing {
  let making: Promise<Signer> | undefined
  const copies = createSignedCopies()
  const labelled = createSignedCopies({ idleTime: 60 * 60_000, max: 300 })
  return {
    copies,
    labelled,
    stop: async () => {
      await Promise.all([copies.stop(), labelled.stop()])
    },
    trusted: async () => readTrusted(await listCertificates(context.database)),
    current: async () => {
      making ??= makeCurrent(context, given).catch((error: unknown) => {
        making = undefined
        throw error
      })
      const signer = await making
      checkValidity(signer.certificates[0], new Date())
      return signer
    },
  }
}

async function makeCurrent(
  context: Parts<'database' | 'settings'>,
  given: GivenCredential | null,
): Promise<Signer> {
  if (!given) return studioSigner(context)
  const credential = readCredential(given)
  const [signer, ...above] = credential.certificates
  const pem = credential.certificates.map(String).join('')
  // What was signed with it is recognised after it has been replaced.
  await keepCertificate(context.database, `operator ${signer.fingerprint256}`, async () => ({
    ...{ certificate: pem, private_key: Buffer.alloc(0) },
  }))
  return toSigner('operator', credential, above.map(String).join(''))
}

/** Of the root nothing but the studio's signer is issued; an operator's chain begins with theirs. */
function readTrusted(rows: readonly { name: string; certificate: string }[]): TrustedSigners {
  const anchors: string[] = []
  const serialNumbers: string[] = []
  for (const { name, certificate } of rows) {
    const chain = readCertificates(certificate)
    const above = name === 'root' ? chain : chain.slice(1)
    anchors.push(...above.map(String))
    if (name !== 'root') serialNumbers.push(BigInt(`0x${chain[0].serialNumber}`).toString())
  }
  return { anchors: anchors.join(''), serialNumbers }
}

/** Makes the studio's root and its signer, or reads those that were made before. */
async function studioSigner({
  database,
  settings,
}: Parts<'database' | 'settings'>): Promise<Signer> {
  const name = settings.current().settings.studio_name
  const now = new Date()
  const root = await keepCertificate(database, 'root', async () => toRow(await makeRoot(name, now)))
  const key = createPrivateKey({ key: root.private_key, format: 'der', type: 'pkcs8' })
  const signer = await keepCertificate(database, 'signer', async () =>
    toRow(await makeSigner(name, { certificate: root.certificate, key }, now)),
  )
  const signerKey = createPrivateKey({ key: signer.private_key, format: 'der', type: 'pkcs8' })
  const credential = readCredential({
    certificates: `${signer.certificate}\n${root.certificate}`,
    key: String(signerKey.export({ format: 'pem', type: 'pkcs8' })),
  })
  return toSigner('studio', credential, root.certificate)
}

function toRow({ certificates, key }: { certificates: string; key: string }) {
  const der = createPrivateKey(key).export({ format: 'der', type: 'pkcs8' })
  return { certificate: certificates, private_key: der }
}

function toSigner(source: Signer['source'], credential: Credential, anchors: string): Signer {
  const { algorithm, certificates, signatureLength, sign } = credential
  const chain = certificates.filter((each) => !isRoot(each)).map(({ raw }) => raw)
  const reserveSize = coseLength({ algorithm, chain }, signatureLength)
  return {
    ...{ source, algorithm, certificates, reserveSize, anchors },
    signClaim: (claim) => signCose(claim, { algorithm, chain, sign }),
  }
}

/** What issued itself; C2PA wants it left out of a chain (14.5). */
function isRoot(certificate: X509Certificate): boolean {
  return certificate.ca && certificate.checkIssued(certificate)
}
