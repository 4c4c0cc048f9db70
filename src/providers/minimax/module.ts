import { z } from 'zod'
import { address, defineProvider } from '../provider-module.ts'
import { createMiniMax } from './minimax.ts'

/** MiniMax: Hailuo's videos, images, speech and music. */
export const miniMax = defineProvider({
  id: 'minimax',
  environment: {
    MINIMAX_API_KEY: z.string().optional(),
    MINIMAX_API_HOST: address.default('https://api.minimax.io'),
  },
  configuredBy: ['MINIMAX_API_KEY'],
  create: ({ MINIMAX_API_KEY: key, MINIMAX_API_HOST: url }, id) =>
    key ? createMiniMax({ id, key, url }) : null,
})
