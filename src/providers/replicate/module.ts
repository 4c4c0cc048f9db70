import { z } from 'zod'
import { address, defineProvider } from '../provider-module.ts'
import { createReplicate } from './replicate.ts'

/** replicate.com, configured by an API token. */
export const replicate = defineProvider({
  id: 'replicate',
  environment: {
    REPLICATE_API_TOKEN: z.string().optional(),
    /** Without it events cannot be verified, and jobs are only polled. */
    REPLICATE_WEBHOOK_SECRET: z
      .string()
      .regex(/^whsec_[\w+/=-]+$/, { error: 'must begin with whsec_' })
      .optional(),
    REPLICATE_API_URL: address.default('https://api.replicate.com'),
  },
  configuredBy: ['REPLICATE_API_TOKEN'],
  create: (
    { REPLICATE_API_TOKEN: token, REPLICATE_WEBHOOK_SECRET: webhookSecret, REPLICATE_API_URL: url },
    id,
  ) => (token ? createReplicate({ id, token, webhookSecret, url }) : null),
})
