import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRepository } from './paths.mjs'

const web = inRepository('src/web')
const project = join(web, 'messages/project.inlang')

/**
 * All messages of each language: key → variants' texts joined. Throws when two files define one
 * key.
 */
export function readMessages() {
  const settings = JSON.parse(readFileSync(join(project, 'settings.json'), 'utf8'))
  const patterns = [settings['plugin.inlang.messageFormat'].pathPattern].flat()
  return settings.locales.map((locale) => {
    const messages = new Map()
    for (const pattern of patterns)
      addFile(messages, join(project, '..', pattern.replace('{locale}', locale)))
    return { locale, messages }
  })
}

function addFile(messages, file) {
  for (const [key, message] of Object.entries(JSON.parse(readFileSync(file, 'utf8')))) {
    if (key === '$schema') continue
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
  const names = readdirSync(web, { recursive: true }).map(String)
  const sources = names.filter((name) => /\.tsx?$/.test(name) && !name.startsWith('messages'))
  return sources.map((name) => readFileSync(join(web, name), 'utf8')).join('\n')
}
