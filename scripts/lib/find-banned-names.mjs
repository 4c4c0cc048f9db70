/** Words that no identifier may have, beside those the field uses (docs/glossary.md). */
const bannedWords =
  /^(picture|film|sound|door|till|wish|wished|told|chore|glimpse|sought|nobody|somebody|whoever|judge|judged|patient|guest|hurry|neighbour|salvage)s?$/

/** Names that are not ours: of a package, a provider, the database. */
const foreign = new Set(['option_interpolator_film', 'account_sought'])

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

/** Words that comments and test titles do without: they leave open who or what is meant. */
const vagueWords = /\b(?:anybody|nobody|somebody|told|whoever)\b/gi

/** The title of a test: what follows `it(`, `describe(`, or the table of an `each`. */
const testTitle = /(?:\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*?)\1/g

/**
 * Returns the vague words in the comments and test titles of a source, each once; code is ignored.
 */
export function findVagueWords(text) {
  const comments = text.match(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/.*$/gm) ?? []
  const titles = [...text.matchAll(testTitle)].map(([, , title]) => title)
  const prose = [...comments.map((comment) => comment.replace(/`[^`]*`/g, '')), ...titles]
  return [...new Set(prose.join('\n').toLowerCase().match(vagueWords))]
}

/** Words that alone say nothing of what a type is: participles, and what could be anything. */
const vagueTypes =
  /^(added|asked|asking|changed|checked|claimed|deleted|drawn|fetched|found|given|incoming|inspected|kept|made|measured|outgoing|read|received|removed|resolved|retried|running|sending|sent|started|stored|submitted|wanted|again|another|attempt|data|info|item|option|outcome|refundable|similar|thing)$/

/**
 * The exported types of a source whose name is such a word alone: `Fetched`, and not
 * `FetchedRecords` (docs/glossary.md).
 */
export function findVagueTypes(text) {
  const types = [...text.matchAll(/^export (?:type|interface|class) (\w+)/gm)]
  return types.map(([, name]) => name).filter((name) => vagueTypes.test(name.toLowerCase()))
}
