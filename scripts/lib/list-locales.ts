import { globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { languages } from '#platform/languages/languages.ts'

const folder = 'src/web/messages'
const settings = `${folder}/project.inlang/settings.json`

/**
 * Writes the languages and the message files, also those of features, into the settings of the
 * messages' compiler, which reads no TypeScript, unless they are there. For the working directory,
 * the repository's root.
 */
export function listLocales(): void {
  const text = readFileSync(settings, 'utf8')
  const own = globSync('*.en.json', { cwd: folder }).map((file) => `./${file}`)
  const added = globSync('src/features/*/messages/pages.en.json')
  const files = [...own, ...added.map((file) => path.relative(folder, file))].toSorted()
  const patterns = files.map((file) =>
    file.replaceAll('\\', '/').replace('.en.json', '.{locale}.json'),
  )
  const listed = text
    .replace(
      /("locales": )\[[^\]]*\]/,
      (_, name) => `${name}[${languages.map((language) => `"${language}"`).join(', ')}]`,
    )
    .replace(
      /("pathPattern": )\[[^\]]*\]/,
      (_, name) => `${name}[\n${patterns.map((file) => `      "${file}"`).join(',\n')}\n    ]`,
    )
  if (listed !== text) writeFileSync(settings, listed)
}

if (import.meta.main) listLocales()
