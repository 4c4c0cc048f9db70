import 'reflect-metadata'
import {
  createPrivateKey,
  sign as createSignature,
  generateKeyPairSync,
  webcrypto,
  X509Certificate,
} from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import * as x509 from '@peculiar/x509'
import { expect, it } from 'vitest'
import { askForSignature } from '#providers/signing-service.ts'
import { afterFile } from '#testing/after-file.ts'
import { testContext } from '#testing/context.ts'
import { sampleFile } from '#testing/files.ts'
import { exampleMark, manifestOf, markingStudio } from '#testing/provenance.ts'
import { makeRoot, makeSigner } from './make-certificate.ts'
import { signFile } from './mark-result.ts'
import { createSigning } from './signing.ts'

const base = await testContext()
const photo = await sampleFile('photo.jpg')
const now = new Date()
const root = await makeRoot('Operator', now)
const given = await makeSigner(
  'Operator',
  { certificate: root.certificates, key: createPrivateKey(root.key) },
  now,
)
const certificates = given.certificates + root.certificates

const studioOf = (signing: ReturnType<typeof createSigning>) => ({
  ...{ ...base, ...markingStudio(base), signing },
})

const signPhoto = async (signing: ReturnType<typeof createSigning>) => {
  const { content } = await signFile(studioOf(signing), 'test', {
    ...{ file: { content: photo }, contentType: 'image/jpeg', mark: exampleMark },
    ...{ kind: 'made', xmp: null, ingredients: [] },
  })
  return content ?? new Uint8Array()
}

/** A service that signs with a key, and what it was asked. */
async function signingService(answer: (signed: Buffer) => Uint8Array, status = 200) {
  const tokens: (string | undefined)[] = []
  const server = createServer(async (request, response) => {
    tokens.push(request.headers.authorization)
    response.writeHead(status).end(answer(await buffer(request)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  const { port } = server.address() as { port: number }
  const service = { url: `http://127.0.0.1:${port}/sign`, token: 'secret' }
  const credential = {
    certificates,
    sign: (signed: Uint8Array) => askForSignature(service, signed),
  }
  return { tokens, signing: createSigning(base, credential) }
}

const key = createPrivateKey(given.key)

it('signs with the certificate of the operator', async () => {
  const signing = createSigning(base, { certificates, key: given.key })
  const report = await manifestOf({ signing }, await signPhoto(signing), 'image/jpeg')
  expect(report).toMatchObject({ state: 'trusted', signer: 'Operator', problems: [] })
})

it.each(['der', 'ieee-p1363'] as const)(
  'signs with a service that has the key and answers %s',
  async (dsaEncoding) => {
    const { signing, tokens } = await signingService((signed) =>
      createSignature('sha256', signed, { key, dsaEncoding }),
    )
    const report = await manifestOf({ signing }, await signPhoto(signing), 'image/jpeg')
    expect(report).toMatchObject({ state: 'trusted', signer: 'Operator' })
    expect(tokens).toEqual(['Bearer secret'])
  },
)

it.each([
  [
    'that signs with another key',
    (signed: Buffer) => createSignature('sha256', signed, other),
    200,
  ],
  ['that answers something else', () => Buffer.from('<html>'), 200],
  ['that refuses', () => Buffer.alloc(0), 503],
])('refuses a service %s', async (_, answer, status) => {
  const { signing } = await signingService(answer, status)
  await expect(signPhoto(signing)).rejects.toThrow(/PROVENANCE_SIGNER_URL|answered 503/)
})

const { privateKey: other } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

it('recognises what was signed before the certificate was replaced', async () => {
  const before = createSigning(base, { certificates, key: given.key })
  const signedBefore = await signPhoto(before)
  const { signing: studio } = markingStudio(base)
  expect(await manifestOf({ signing: studio }, signedBefore, 'image/jpeg')).toMatchObject({
    ...{ state: 'trusted', signer: 'Operator' },
  })
  const signedAfter = await signPhoto(studio)
  expect(await manifestOf({ signing: before }, signedAfter, 'image/jpeg')).toMatchObject({
    ...{ state: 'trusted', signer: 'Studio & Co' },
  })
})

const algorithms = [
  { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' },
  { name: 'ECDSA', namedCurve: 'P-521', hash: 'SHA-512' },
  { name: 'Ed25519' },
  {
    ...{ name: 'RSA-PSS', hash: 'SHA-256', modulusLength: 2048 },
    publicExponent: new Uint8Array([1, 0, 1]),
  },
]

it.each(algorithms)('signs with a key for $name $namedCurve', async (algorithm) => {
  const keys = (await webcrypto.subtle.generateKey(algorithm, true, [
    'sign',
    'verify',
  ])) as webcrypto.CryptoKeyPair
  const authority = new x509.X509Certificate(root.certificates)
  const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const rootKey = createPrivateKey(root.key).export({ format: 'der', type: 'pkcs8' })
  const signer = await x509.X509CertificateGenerator.create({
    ...{ serialNumber: '77', subject: 'CN=Operator, O=Operator', issuer: authority.subject },
    ...{ notBefore: new Date(now.getTime() - 1_000), notAfter: new Date(now.getTime() + 1e9) },
    publicKey: keys.publicKey,
    signingKey: await webcrypto.subtle.importKey('pkcs8', rootKey, ecdsa, false, ['sign']),
    signingAlgorithm: ecdsa,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension(['1.3.6.1.5.5.7.3.36']),
      await x509.AuthorityKeyIdentifierExtension.create(authority.publicKey),
    ],
  })
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey))
  const pem = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const signing = createSigning(base, {
    certificates: signer.toString('pem') + root.certificates,
    key: String(pem.export({ format: 'pem', type: 'pkcs8' })),
  })
  const report = await manifestOf({ signing }, await signPhoto(signing), 'image/jpeg')
  expect(report).toMatchObject({ state: 'trusted', problems: [] })
})

it('does not take the signature of another customer of the same authority for its own', async () => {
  const signing = createSigning(base, { certificates, key: given.key })
  await signing.current()
  const authority = { certificate: root.certificates, key: createPrivateKey(root.key) }
  const other = await makeSigner('Another studio', authority, now)
  const theirs = { certificates: other.certificates + root.certificates, key: other.key }
  const file = await signPhoto(createSigning(base, theirs))
  const { fingerprint256 } = new X509Certificate(other.certificates)
  await base.database
    .deleteFrom('signing_certificate')
    .where('name', '=', `operator ${fingerprint256}`)
    .execute()
  expect(await manifestOf({ signing }, file, 'image/jpeg')).toMatchObject({
    ...{ state: 'valid', signer: 'Another studio' },
  })
})
