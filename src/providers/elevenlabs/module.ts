import { z } from 'zod'
import { address, defineProvider } from '../provider-module.ts'
import { createElevenLabs } from './elevenlabs.ts'

/** ElevenLabs: speech, music and other audio. */
export const elevenLabs = defineProvider({
  id: 'elevenlabs',
  environment: {
    ELEVENLABS_API_KEY: z.string().optional(),
    /** Also that of a region, such as `https://api.eu.residency.elevenlabs.io`. */
    ELEVENLABS_API_URL: address.default('https://api.elevenlabs.io'),
  },
  configuredBy: ['ELEVENLABS_API_KEY'],
  create: ({ ELEVENLABS_API_KEY: key, ELEVENLABS_API_URL: url }, id) =>
    key ? createElevenLabs({ id, key, url }) : null,
})
