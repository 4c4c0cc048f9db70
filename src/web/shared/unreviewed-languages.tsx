import { languageOptions } from '#web/lib/locale.ts'
import { m } from '#web/messages/compiled/messages.js'

/** Names the languages that no native reader has reviewed; nothing if there are none. */
export function UnreviewedLanguages({ className = '' }: { className?: string }) {
  const names = languageOptions.filter(({ isReviewed }) => !isReviewed).map(({ name }) => name)
  if (names.length === 0) return null
  return (
    <p className={`text-small text-quiet ${className}`}>
      {m.account_language_unreviewed({ names: names.join(', ') })}
    </p>
  )
}
