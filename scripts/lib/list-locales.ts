import { readFileSync, writeFileSync } from 'node:fs'
import { languages } from '#contract/languages.ts'

const settings = 'src/web/messages/project.inlang/settings.json'

/**
 * Writes the languages into the settings of the messages' compiler, which reads no TypeScript,
 * unless they are there. For the working directory, the repository's root.
 */
export function listLocales(): void {
  const text = readFileSync(settings, 'utf8')
  const listed = text.replace(
    /("locales": )\[[^\]]*\]/,
    (_, name) => `${name}[${languages.map((language) => `"${language}"`).join(', ')}]`,
  )
  if (listed !== text) writeFileSync(settings, listed)
}

if (import.meta.main) listLocales()
