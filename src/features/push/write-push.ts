import { workText } from '#core/credits/ledger-text-contract.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { fill, loadMessages } from '#core/texts/messages/messages.ts'
import { type Language, languageFacts, pathIn } from '#platform/languages/languages.ts'
import type english from './messages/texts.en.json'

const messages = await loadMessages<typeof english>(
  (language) => import(`./messages/texts.${language}.json`, { with: { type: 'json' } }),
)

/** A message to a browser, which its service worker shows. `path`: of the page that it opens. */
export type PushText = { title: string; body: string; tag: string; path: string }

type EndedJob = { id: string; kind: Kind; status: string; refunded: number }

/** Writes the message about the end of a job: without its prompt, as locked screens show it. */
export function writePush({ id, kind, status, refunded }: EndedJob, language: Language): PushText {
  const texts = messages[language]
  const work = workText(kind, language)
  const credits = refunded.toLocaleString(languageFacts[language].tag)
  const hasFailed = status === 'failed'
  return {
    title: fill(hasFailed ? texts.push_failed : texts.push_finished, { work }),
    body:
      refunded > 0
        ? fill(hasFailed ? texts.push_refunded : texts.push_partly_refunded, { credits })
        : hasFailed
          ? texts.push_look
          : texts.push_open,
    tag: id,
    path: pathIn(`/creator/history/${kind}?record=${id}`, language),
  }
}
