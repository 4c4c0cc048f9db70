import type { Parts } from '#core/parts.ts'
import { type ConfiguredProvider, type JobReference, ProviderError } from '#providers/provider.ts'

type Context = Parts<'providers'>

/** Returns a configured provider by its id. Throws `ProviderError` where it is not configured. */
export function findProvider({ providers }: Context, id: string): ConfiguredProvider {
  const found = providers.get(id)
  if (found) return found
  // Retryable: the operator may configure it again while its jobs are open.
  throw new ProviderError('unavailable', `The provider “${id}” is not configured`, {
    delivery: 'refused',
    retryable: true,
    words: null,
  })
}

/** Whether the end of this job is reported by webhook. */
export function hasWebhook({ providers }: Context, job: JobReference | null): boolean {
  return job !== null && (providers.get(job.provider)?.webhookBase ?? null) !== null
}
