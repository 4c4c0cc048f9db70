import { z } from 'zod'
import { address, defineProvider } from '../provider-module.ts'
import { createGoogle } from './google.ts'

/** Google's Gemini API: images of Gemini and Imagen, videos of Veo. */
export const google = defineProvider({
  id: 'google',
  environment: {
    GEMINI_API_KEY: z.string().optional(),
    GEMINI_API_URL: address.default('https://generativelanguage.googleapis.com/v1beta'),
  },
  configuredBy: ['GEMINI_API_KEY'],
  create: ({ GEMINI_API_KEY: key, GEMINI_API_URL: url }, id) =>
    key ? createGoogle({ id, key, url }) : null,
})
