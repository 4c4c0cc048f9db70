import { readFileSync } from 'node:fs'
import { z } from 'zod'
import {
  type GivenCredential,
  InvalidCredential,
  readCredential,
} from '#core/provenance/credential.ts'
import { address } from '#providers/provider-module.ts'
import { askForSignature } from '#providers/signing-service.ts'

/** A PEM text, or the path of a file with one. */
const pem = z.string().transform((given, issues) => {
  if (given.includes('-----BEGIN')) return given.replaceAll('\\n', '\n')
  try {
    return readFileSync(given, 'utf8')
  } catch (error) {
    issues.addIssue(`cannot be read: ${(error as Error).message}`)
    return z.NEVER
  }
})

/** The variables of the certificate that signs results (docs/provenance.md). */
export const provenanceEnvironment = {
  PROVENANCE_CERTIFICATE: pem.optional(),
  PROVENANCE_KEY: pem.optional(),
  PROVENANCE_SIGNER_URL: address.optional(),
  PROVENANCE_SIGNER_TOKEN: z.string().optional(),
}

type ProvenanceVariables = { [Name in keyof typeof provenanceEnvironment]?: string | undefined }

/**
 * What signs the manifests of results: a certificate with its key, or with a service that has it;
 * `null`: a certificate of the studio's own. One that has expired keeps no studio from starting.
 */
export function readProvenance({
  PROVENANCE_CERTIFICATE: certificates,
  PROVENANCE_KEY: key,
  PROVENANCE_SIGNER_URL: url,
  PROVENANCE_SIGNER_TOKEN: token,
}: ProvenanceVariables): { provenance: GivenCredential | null; problems: string[] } {
  if (!certificates && !key && !url) return { provenance: null, problems: [] }
  if (!certificates) return { provenance: null, problems: ['PROVENANCE_CERTIFICATE: is missing'] }
  if (!key === !url) {
    const problem = key
      ? 'PROVENANCE_KEY: is set beside PROVENANCE_SIGNER_URL; only one of them signs'
      : 'PROVENANCE_KEY: is missing, and so is PROVENANCE_SIGNER_URL'
    return { provenance: null, problems: [problem] }
  }
  const sign = (signed: Uint8Array) =>
    askForSignature({ url: url ?? '', token: token ?? null }, signed)
  const provenance = key ? { certificates, key } : { certificates, sign }
  try {
    readCredential(provenance)
    return { provenance, problems: [] }
  } catch (error) {
    if (error instanceof InvalidCredential) return { provenance: null, problems: [error.message] }
    throw error
  }
}
