import { z } from 'zod'
import { address, defineProvider } from '../provider-module.ts'
import { createRunway } from './runway.ts'

/** Runway's API for developers. */
export const runway = defineProvider({
  id: 'runway',
  environment: {
    RUNWAYML_API_SECRET: z.string().optional(),
    RUNWAYML_BASE_URL: address.default('https://api.dev.runwayml.com'),
  },
  configuredBy: ['RUNWAYML_API_SECRET'],
  create: ({ RUNWAYML_API_SECRET: secret, RUNWAYML_BASE_URL: url }, id) =>
    secret ? createRunway({ id, secret, url }) : null,
})
