import { z } from 'zod'
import { address, defineProvider } from '../provider-module.ts'
import { createFal, type FalOptions } from './fal.ts'

const publicQueue = 'https://queue.fal.run'
const publicPlatform = 'https://api.fal.ai'
/** Where fal publishes the documents of its endpoints. */
export const publicDocuments = 'https://fal.ai/api/openapi/queue/openapi.json'

const environment = {
  FAL_KEY: z.string().optional(),
  FAL_QUEUE_URL: address.default(publicQueue),
  FAL_REST_URL: address.default('https://rest.fal.ai'),
  FAL_JWKS_URL: address.optional(),
  FAL_USER_ID: z.string().optional(),
  /** Where each endpoint's OpenAPI document is, by `endpoint_id`. */
  FAL_OPENAPI_URL: address.default(publicDocuments),
  /** Where its endpoints and their prices are listed. */
  FAL_PLATFORM_URL: address.default(publicPlatform),
  FAL_SUBMIT_TIMEOUT_MS: z.coerce.number().int().min(100).max(55_000).default(30_000),
}

/** fal.ai (docs/providers/fal.md). The demo's emulator accepts any key. */
export const fal = defineProvider({
  id: 'fal',
  environment,
  configuredBy: ['FAL_KEY'],
  create: (variables, id) =>
    variables.FAL_KEY ? createFal({ ...falOptions(variables), id }) : null,
})

/** Returns how fal is reached. */
export function falOptions(
  variables: z.output<z.ZodObject<typeof environment>>,
): Omit<FalOptions, 'id'> {
  const { FAL_REST_URL: restUrl, FAL_QUEUE_URL: queueUrl, FAL_OPENAPI_URL: openApiUrl } = variables
  const { FAL_PLATFORM_URL: platformUrl } = variables
  // Another server in the place of fal has endpoints of its own.
  const hasDocuments = queueUrl === publicQueue || openApiUrl !== publicDocuments
  const hasList = queueUrl === publicQueue || platformUrl !== publicPlatform
  return {
    key: variables.FAL_KEY ?? '',
    queueUrl,
    restUrl,
    jwksUrl: variables.FAL_JWKS_URL ?? `${restUrl}/.well-known/jwks.json`,
    userId: variables.FAL_USER_ID,
    submitTimeout: variables.FAL_SUBMIT_TIMEOUT_MS,
    ...(hasDocuments && { openApiUrl }),
    ...(hasList && { platformUrl }),
  }
}
