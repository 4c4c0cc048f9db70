import type { Parts } from '#core/parts.ts'
import { marksResults } from './mark-result.ts'
import { countMarks } from './queries.ts'

/**
 * How results are marked, for the operator: how many wait for their mark (up to 1,000), and with
 * which certificate; `problem`: why none can be used now.
 */
export type Marking = {
  isOn: boolean
  waiting: number
  failed: number
  certificate: { subject: string; validUntil: Date; isOwn: boolean } | null
  problem: string | null
}

/** Returns the state of marking. */
export async function readMarking(
  context: Parts<'database' | 'settings' | 'signing'>,
): Promise<Marking> {
  const isOn = marksResults(context)
  if (!isOn) return { isOn, waiting: 0, failed: 0, certificate: null, problem: null }
  const counts = await countMarks(context.database)
  try {
    const { certificates, source } = await context.signing.current()
    const { subject, validToDate: validUntil } = certificates[0]
    const certificate = {
      subject: subject.replaceAll('\n', ', '),
      validUntil,
      isOwn: source === 'studio',
    }
    return { isOn, ...counts, certificate, problem: null }
  } catch (error) {
    return { isOn, ...counts, certificate: null, problem: (error as Error).message }
  }
}
