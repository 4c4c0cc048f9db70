import { createHash } from 'node:crypto'
import { type Credential, readCredential } from '#core/provenance/credential.ts'
import type { Config } from '../config.ts'
import { doubtful, type Finding, right, unused, wrong } from './finding.ts'

/** A certificate that ends within so many days is mentioned. */
const soonDays = 60

/** Whether results can be signed, with which certificate, and until when. */
export function checkProvenance({ provenance }: Pick<Config, 'provenance'>, now: Date): Finding {
  if (!provenance)
    return unused(
      'results are signed with a certificate that the studio makes itself, which is on no trust list',
    )
  const [signer] = readCredential(provenance).certificates
  const { validToDate: end } = signer
  const words = nameCertificate(signer)
  if (end < now) return wrong(`${words} has expired.`, 'Results are stored without a manifest.')
  const days = Math.floor((end.getTime() - now.getTime()) / 86_400_000)
  return days < soonDays ? doubtful(`${words} ends in ${days} days`) : right(words)
}

function nameCertificate({ subject, validToDate, raw }: Credential['certificates'][0]): string {
  const name = subject.replaceAll('\n', ', ')
  const fingerprint = createHash('sha256').update(raw).digest('hex')
  return `${name}, until ${validToDate.toISOString().slice(0, 10)}, SHA-256 ${fingerprint}`
}
