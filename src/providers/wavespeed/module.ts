import { z } from 'zod'
import { address, defineProvider } from '../provider-module.ts'
import { createWaveSpeed } from './wavespeed.ts'

/** WaveSpeedAI's API. */
export const waveSpeed = defineProvider({
  id: 'wavespeed',
  environment: {
    WAVESPEED_API_KEY: z.string().optional(),
    WAVESPEED_API_URL: address.default('https://api.wavespeed.ai'),
  },
  configuredBy: ['WAVESPEED_API_KEY'],
  create: ({ WAVESPEED_API_KEY: key, WAVESPEED_API_URL: url }, id) =>
    key ? createWaveSpeed({ id, key, url }) : null,
})
