import { z } from 'zod'
import { address, defineProvider } from '../provider-module.ts'
import { createOpenAi } from './openai.ts'

const defaultUrl = 'https://api.openai.com/v1'

/** OpenAI, or any server that speaks its images and videos API; a local one may need no key. */
export const openAi = defineProvider({
  id: 'openai',
  environment: {
    OPENAI_API_KEY: z.string().optional(),
    OPENAI_BASE_URL: address.optional(),
  },
  configuredBy: ['OPENAI_API_KEY', 'OPENAI_BASE_URL'],
  create: ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: url }, id) =>
    key || url ? createOpenAi({ id, key, url: url ?? defaultUrl }) : null,
})
