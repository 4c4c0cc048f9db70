/**
 * What is wrong with the messages: missing in a language, empty, with other placeholders than in
 * the first language, or, where `sources` are given, used nowhere in them. One sentence each.
 */
export function findMessageFaults(languages, sources) {
  const used = new Set(
    Array.from(sources?.matchAll(/\bm\.([a-zA-Z0-9_]+)/g) ?? [], ([, key]) => key),
  )
  const [base] = languages
  const keys = new Set(languages.flatMap(({ messages }) => [...messages.keys()]))
  return [...keys]
    .sort()
    .flatMap((key) => [
      ...languages.flatMap((language) => faultsIn(language, key, base)),
      ...(!sources || used.has(key) ? [] : [`${key} is used nowhere`]),
    ])
}

function faultsIn({ locale, messages }, key, base) {
  const texts = messages.get(key)
  if (!texts) return [`${key} is missing in ${locale}`]
  if (texts.some((text) => text.trim() === '')) return [`${key} is empty in ${locale}`]
  const [wanted, found] = [placeholders(base.messages.get(key) ?? texts), placeholders(texts)]
  return wanted === found
    ? []
    : [`${key} has ${found} in ${locale} and ${wanted} in ${base.locale}`]
}

/** A variant may leave out a number that its words carry, so only the union counts. */
function placeholders(texts) {
  const names = texts.flatMap((text) =>
    Array.from(text.matchAll(/\{([^{}]+)\}/g), ([, name]) => name.trim()),
  )
  return [...new Set(names)].sort().join(', ') || 'no placeholders'
}
