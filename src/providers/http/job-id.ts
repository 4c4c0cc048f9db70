import { isJobId, ProviderError } from '../provider.ts'

/**
 * Returns the id of an accepted job. Throws `ProviderError` without one: then the submit's outcome is
 * unknown.
 */
export function jobIdOf(value: unknown): string {
  if (isJobId(value)) return value
  throw new ProviderError('unknown', 'The provider answered without an id of the job', {
    delivery: 'unknown',
    retryable: false,
  })
}
