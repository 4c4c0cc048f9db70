import { createPrivateKey } from 'node:crypto'
import { expect, it } from 'vitest'
import { makeRoot, makeSigner } from '#core/provenance/make-certificate.ts'
import { ConfigError, readConfig } from '../config.ts'
import { checkProvenance } from './check-provenance.ts'

const now = new Date('2026-11-28T00:00:00Z')
const root = await makeRoot('Studio', now)
const key = createPrivateKey(root.key)
const alone = await makeSigner('Studio', { certificate: root.certificates, key }, now)
const signer = { ...alone, certificates: alone.certificates + root.certificates }
const other = await makeSigner('Other', { certificate: root.certificates, key }, now)

const at = (date: string) => checkProvenance({ provenance: signer }, new Date(date))

it('says which certificate signs and until when, and warns before its end', () => {
  expect(at('2026-11-28').state).toBe('right')
  expect(at('2026-11-28').text).toMatch(/^CN=Studio, O=Studio, until 2051-11-28, SHA-256 \w{64}$/)
  expect(at('2051-11-01').state).toBe('doubtful')
  expect(at('2051-12-01').state).toBe('wrong')
  expect(checkProvenance({ provenance: null }, now).text).toContain('on no trust list')
})

const problemsOf = (environment: Record<string, string>) => {
  try {
    readConfig(environment)
    return ''
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

it.each([
  [
    'the key of another certificate',
    signer.certificates,
    other.key,
    'is not the key of the certificate',
  ],
  ['a signer alone', alone.certificates, alone.key, 'must go on with the certificates above'],
  [
    'an authority',
    root.certificates,
    root.key,
    'begins with an authority; the signer must come first',
  ],
  ['a key alone', '', signer.key, 'PROVENANCE_CERTIFICATE: is missing'],
  ['a certificate alone', signer.certificates, '', 'PROVENANCE_KEY: is missing'],
  ['no certificate', signer.key, signer.key, 'holds no certificate in PEM'],
  ['no key', signer.certificates, signer.certificates, 'holds no private key in PEM'],
  ['a missing file', '/nowhere/a.pem', signer.key, 'PROVENANCE_CERTIFICATE: cannot be read'],
])('refuses to start with %s', (_, certificate, privateKey, problem) => {
  const environment = { PROVENANCE_CERTIFICATE: certificate, PROVENANCE_KEY: privateKey }
  expect(problemsOf(environment)).toContain(problem)
})

it('starts with a certificate and its key, as texts of one line, too', () => {
  const oneLine = (text: string) => text.replaceAll('\n', '\\n')
  expect(
    problemsOf({
      PROVENANCE_CERTIFICATE: oneLine(signer.certificates),
      PROVENANCE_KEY: oneLine(signer.key),
    }),
  ).toBe('')
})
