/** Words that no identifier may have, beside those the field uses (docs/glossary.md). */
const bannedWords =
  /^(picture|film|sound|door|till|wish|wished|told|gift|chore|glimpse|sought|nobody|somebody|whoever|judge|judged|patient|guest|hurry|neighbour|salvage)s?$/

/** Names that are not ours: of a package, a provider, the database. */
const foreign = new Set(['Gift', 'option_interpolator_film', 'account_sought'])

/**
 * The identifiers of a source that have a word to avoid, each once. What stands in comments and
 * strings does not count; the expressions of a template literal do.
 */
export function findBannedNames(text) {
  const code = text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    .replace(/`(?:[^`\\]|\\.)*`/g, (literal) =>
      [...literal.matchAll(/\$\{([^}]*)\}/g)].map(([, expression]) => expression).join(' '),
    )
    .replace(/\/(?:[^/\\\n]|\\.)+\/[dgimsuvy]*/g, '')
    // The words between two tags are a text.
    .replace(/>[^<>{}()=;]*</g, '><')
  const names = new Set(code.match(/\b[A-Za-z_]\w*\b/g))
  return [...names].filter((name) => !foreign.has(name) && hasBannedWord(name))
}

function hasBannedWord(name) {
  return name.split(/(?=[A-Z])|_/).some((word) => bannedWords.test(word.toLowerCase()))
}
