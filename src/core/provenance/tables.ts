import type { Generated } from 'kysely'

/**
 * A certificate that the studio made, `root` or `signer`, or one of an operator with those above it
 * (`operator` and its fingerprint), without its key.
 */
type SigningCertificateTable = {
  name: string
  /** As PEM. */
  certificate: string
  /** PKCS #8 */
  private_key: Buffer
  created_at: Generated<Date>
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    signing_certificate: SigningCertificateTable
  }
}
