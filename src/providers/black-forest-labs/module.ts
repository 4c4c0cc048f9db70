import { z } from 'zod'
import { address, defineProvider } from '../provider-module.ts'
import { createBlackForestLabs } from './black-forest-labs.ts'

/** Black Forest Labs, who make FLUX. */
export const blackForestLabs = defineProvider({
  id: 'black-forest-labs',
  environment: {
    BFL_API_KEY: z.string().optional(),
    /** Also that of a region, such as `https://api.eu.bfl.ai`. */
    BFL_API_URL: address.default('https://api.bfl.ai'),
  },
  configuredBy: ['BFL_API_KEY'],
  create: ({ BFL_API_KEY: key, BFL_API_URL: url }, id) =>
    key ? createBlackForestLabs({ id, key, url }) : null,
})
