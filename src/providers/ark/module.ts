import { z } from 'zod'
import { address, defineProvider } from '../provider-module.ts'
import { createArk } from './ark.ts'

/** Ark: Volcengine's, or BytePlus's at another address. */
export const ark = defineProvider({
  id: 'ark',
  environment: {
    ARK_API_KEY: z.string().optional(),
    ARK_BASE_URL: address.default('https://ark.cn-beijing.volces.com/api/v3'),
  },
  configuredBy: ['ARK_API_KEY'],
  create: ({ ARK_API_KEY: key, ARK_BASE_URL: url }, id) =>
    key ? createArk({ id, key, url }) : null,
})
