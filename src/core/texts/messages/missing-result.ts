import { loadMessages } from './messages.ts'
import type english from './missing-result.en.json'

/** Why the result of a request is not in its answer, though the generation may go on. */
export const missingResultMessages = await loadMessages<typeof english>(
  (language) => import(`./missing-result.${language}.json`, { with: { type: 'json' } }),
)
