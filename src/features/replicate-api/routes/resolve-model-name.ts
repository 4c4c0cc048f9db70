import { listModels } from '#core/models/rules/catalogue.ts'

/** Returns an alias, or the id of the studio's model of this name, by any owner; else the name. */
export function resolveModelName(aliases: Readonly<Record<string, string>>, name: string): string {
  const plain = name.replace(/:[^:/]*$/, '')
  const short = plain.split('/').at(-1) ?? ''
  const known = new Set(listModels().map(({ id }) => id))
  const isKnown = (one: string) => Object.hasOwn(aliases, one) || known.has(one)
  return [name, plain, short].find(isKnown) ?? name
}
