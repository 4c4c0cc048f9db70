/**
 * Prefixes whose unknown names may belong to other programs: only those that differ from ours by
 * one word are rejected.
 */
const sharedPrefixes = ['FAL_', 'MOCK_', 'S3_', 'STRIPE_']

/**
 * Variables of other programs that resemble ours: fal's client library and Stripe's command line
 * read these.
 */
const variablesOfOthers = new Set(['FAL_KEY_ID', 'FAL_KEY_SECRET', 'STRIPE_API_KEY'])

/** Variables of `vite.config.ts`. */
const variablesOfTools = new Set(['ATELIER_BUILD_DIRECTORY', 'ATELIER_SERVER'])

/** Shorter names resemble too many others, such as POST and PORT. */
const shortestComparedName = 9

/**
 * Returns a message for each variable that seems meant for us but is unknown: every unknown
 * `ATELIER_*`; a name of at least nine characters with at most two wrong ones; a name with one word
 * too many or too few, such as `S3_ACCESS_KEY`, with a prefix of ours. All others belong to other
 * programs.
 */
export function findUnknownVariables(names: readonly string[], known: readonly string[]): string[] {
  const unknown = names.filter((name) => !known.includes(name) && !variablesOfOthers.has(name))
  return unknown.flatMap((name) => {
    const isOurs = name.startsWith('ATELIER_') && !variablesOfTools.has(name)
    if (!isOurs && !isMisspelled(name, known)) return []
    const similar = known.filter((other) => differsByOneWord(name, other))
    return [
      `${name}: is unknown; did you mean ${closestName(name, similar.length > 0 ? similar : known)}?`,
    ]
  })
}

function isMisspelled(name: string, known: readonly string[]): boolean {
  const isShared = sharedPrefixes.some((prefix) => name.startsWith(prefix))
  return known.some(
    (other) =>
      (isShared && differsByOneWord(name, other)) ||
      (Math.min(name.length, other.length) >= shortestComparedName &&
        name.includes('_') &&
        distance(name, other) <= 2),
  )
}

function differsByOneWord(a: string, b: string): boolean {
  const [shorter, longer] = [a.split('_'), b.split('_')].toSorted(
    (one, other) => one.length - other.length,
  )
  if (!shorter || longer?.length !== shorter.length + 1) return false
  return longer.some((_, index) => longer.toSpliced(index, 1).join('_') === shorter.join('_'))
}

/**
 * Returns the name among these with the fewest changed characters; the first one of several.
 */
export function closestName(name: string, known: readonly string[]): string {
  const byDistance = known.map((other): [number, string] => [distance(name, other), other])
  return byDistance.toSorted(([a], [b]) => a - b)[0]?.[1] ?? ''
}

/** Levenshtein's distance: how many characters must be inserted, removed or replaced. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
