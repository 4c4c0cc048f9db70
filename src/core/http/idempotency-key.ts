import { CreateEnvelope } from '#core/generations/generation-contract.ts'
import { Refused } from '#core/refused.ts'
import { fieldProblems } from './validation.ts'

/**
 * Reads the header `idempotency-key`, which has the form of a `request_id`. Throws `Refused`
 * `invalid_input` naming it.
 */
export function readIdempotencyKey(given: string | undefined): string | undefined {
  const parsed = CreateEnvelope.shape.request_id.safeParse(given)
  if (parsed.success) return parsed.data
  const problems = fieldProblems(parsed.error, given).map((problem) => ({
    ...problem,
    field: 'idempotency-key',
  }))
  throw new Refused({ reason: 'invalid_input', problems })
}
