import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRepository } from './paths.mjs'

const web = inRepository('src/web')
const project = join(web, 'messages/project.inlang')
const shared = inRepository('src/core/texts/messages')

/**
 * All messages of the pages in each language: key → variants' texts joined. Throws when two files
 * define one key.
 */
export function readMessages() {
  const { locales, ...settings } = JSON.parse(readFileSync(join(project, 'settings.json'), 'utf8'))
  const patterns = [settings['plugin.inlang.messageFormat'].pathPattern].flat()
  return locales.map((locale) => {
    const messages = new Map()
    for (const pattern of patterns)
      addFile(messages, join(project, '..', pattern.replace('{locale}', locale)))
    return { locale, messages }
  })
}

/** The texts that the API and the pages share, the same way; a key begins with its subject. */
export function readSharedMessages(locales) {
  const own = groupsIn(shared, '*.*.json')
  const added = groupsIn(inRepository('.'), 'src/features/*/messages/{errors,ledger,texts}.*.json')
  return locales.map((locale) => {
    const messages = new Map()
    for (const group of own) addFile(messages, join(shared, `${group}.${locale}.json`), `${group}/`)
    for (const group of added)
      addFile(messages, inRepository(`${group}.${locale}.json`), `${group}/`)
    return { locale, messages }
  })
}

/** What files of messages begin with, before their language. */
function groupsIn(folder, pattern) {
  const files = globSync(pattern, { cwd: folder })
  return [...new Set(files.map((file) => file.replace(/\.[^.]+\.json$/, '')))]
}

function addFile(messages, file, prefix = '') {
  for (const [name, message] of Object.entries(JSON.parse(readFileSync(file, 'utf8')))) {
    if (name === '$schema') continue
    const key = prefix + name
    if (messages.has(key)) throw new Error(`${file}: ${key} is defined a second time`)
    messages.set(key, textsOf(message))
  }
}

/** A message is one text, or a list of variants with a text for each match. */
function textsOf(message) {
  return typeof message === 'string'
    ? [message]
    : message.flatMap(({ match }) => Object.values(match))
}

/** Everything that is written in the web's code, the compiled messages left out. */
export function readWebSources() {
  const sources = globSync('src/{web,features/*/web}/**/*.{ts,tsx}', { cwd: inRepository('.') })
  return sources
    .filter((file) => !file.startsWith('src/web/messages'))
    .map((file) => readFileSync(inRepository(file), 'utf8'))
    .join('\n')
}
