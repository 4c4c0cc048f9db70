import { createHash, createPrivateKey, type X509Certificate } from 'node:crypto'
import { keepCertificate, listAnchors } from '#database/queries/provenance.ts'
import type { ServiceContext } from '../context.ts'
import { type CoseSigner, coseLength, signCose } from './cose.ts'
import {
  type Credential,
  checkValidity,
  type GivenCredential,
  readCredential,
} from './credential.ts'
import { makeRoot, makeSigner } from './make-certificate.ts'
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
  /** What a reader must trust for everything that this studio ever signed, as PEM. */
  anchors(): Promise<string>
  copies: SignedCopies
}

/**
 * Signs with the operator's credential; without one with a certificate of the studio's own, which is
 * made once, under a root of its own, and kept in the database.
 */
export function createSigning(
  context: Pick<ServiceContext, 'database' | 'settings'>,
  given: GivenCredential | null,
): Signing {
  let making: Promise<Signer> | undefined
  return {
    copies: createSignedCopies(),
    anchors: async () => (await listAnchors(context.database)).join('\n'),
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
  context: Pick<ServiceContext, 'database' | 'settings'>,
  given: GivenCredential | null,
): Promise<Signer> {
  if (!given) return studioSigner(context)
  const credential = readCredential(given)
  const anchors = credential.certificates.slice(1).concat(credential.certificates.slice(0, 1))
  const pem = anchors.map(String).join('')
  const name = `operator ${createHash('sha256').update(pem).digest('hex').slice(0, 16)}`
  // What was signed with it is recognised after it has been replaced.
  await keepCertificate(context.database, name, async () => ({
    ...{ certificate: pem, private_key: Buffer.alloc(0) },
  }))
  return toSigner('operator', credential, pem)
}

/** Makes the studio's root and its signer, or reads those that were made before. */
async function studioSigner({
  database,
  settings,
}: Pick<ServiceContext, 'database' | 'settings'>): Promise<Signer> {
  const name = settings.current().settings.studio_name
  const now = new Date()
  const root = await keepCertificate(database, 'root', async () => toRow(await makeRoot(name, now)))
  const key = createPrivateKey({ key: root.private_key, format: 'der', type: 'pkcs8' })
  const signer = await keepCertificate(database, 'signer', async () =>
    toRow(await makeSigner(name, { certificate: root.certificate, key }, now)),
  )
  const signerKey = createPrivateKey({ key: signer.private_key, format: 'der', type: 'pkcs8' })
  const credential = readCredential({
    certificates: signer.certificate,
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
