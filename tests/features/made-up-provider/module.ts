import { z } from 'zod'
import { address, defineProvider } from '../provider-module.ts'
import { createMadeUp } from './made-up.ts'

/** A provider that does not exist, configured by a key. */
export const madeUp = defineProvider({
  id: 'made-up',
  environment: {
    MADE_UP_KEY: z.string().optional(),
    MADE_UP_URL: address.default('https://api.made-up.example'),
  },
  configuredBy: ['MADE_UP_KEY'],
  create: ({ MADE_UP_KEY: key, MADE_UP_URL: url }, id) =>
    key ? createMadeUp({ id, key, url }) : null,
})
