import type { RefusalFields } from '#core/http/errors.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { failureIn } from '#core/texts/contract/error-messages.ts'
import { loadMessages } from '#core/texts/messages/messages.ts'
import type english from '../messages/errors.en.json'

const texts = await loadMessages<typeof english>(
  (language) => import(`../messages/errors.${language}.json`, { with: { type: 'json' } }),
)

export const errors = {
  statuses: { too_many_downloads: 429 },
  pauses: { too_many_downloads: 60 },
  texts,
} as const

/** That a download could not be prepared, in the words of its kind. */
export function downloadFailure(kind: Kind): RefusalFields {
  const text =
    kind === 'image-editing' ? 'history_failed_download_edits' : 'history_failed_download'
  return failureIn((language) => texts[language][text])
}
