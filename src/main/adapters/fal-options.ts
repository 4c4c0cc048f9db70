import type { FalOptions } from '#providers/fal/fal.ts'
import type { Config } from '../config.ts'

/** How the provider is reached. `engineUrl`: the demo's engine, which is all of fal at once. */
export function falOptions(config: Config, engineUrl: string | undefined): FalOptions {
  const restUrl = engineUrl ?? config.FAL_REST_URL
  return {
    key: config.FAL_KEY ?? 'demo',
    queueUrl: engineUrl ?? config.FAL_QUEUE_URL,
    restUrl,
    jwksUrl:
      engineUrl || !config.FAL_JWKS_URL ? `${restUrl}/.well-known/jwks.json` : config.FAL_JWKS_URL,
    userId: config.FAL_USER_ID,
    submitTimeout: config.FAL_SUBMIT_TIMEOUT_MS,
  }
}
