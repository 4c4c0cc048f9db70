/** The most tags of a record, and the most characters of one; the server holds the same limits. */
export const mostTags = 20
export const longestTag = 40

export type TagProblem = 'long' | 'many' | 'twice'

export type Added = { tags: readonly string[]; problem?: TagProblem }

/**
 * The tags with what was typed: commas part several. Nothing but spaces changes nothing; the first
 * problem is told.
 */
export function addTags(tags: readonly string[], typed: string): Added {
  let added: Added = { tags }
  for (const tag of typed.split(/[,，、\n]/).map((text) => text.trim())) {
    if (tag === '') continue
    const problem = problemOf(added.tags, tag)
    if (problem) return { tags: added.tags, problem }
    added = { tags: [...added.tags, tag] }
  }
  return added
}

/**
 * Tags that were used before, are not chosen yet and begin with or hold what is typed; at most
 * `limit`.
 */
export function suggestTags(
  known: readonly string[],
  chosen: readonly string[],
  typed: string,
  limit = 8,
): string[] {
  const sought = typed.trim().toLowerCase()
  const open = known.filter((tag) => !chosen.includes(tag) && tag.toLowerCase().includes(sought))
  const begins = (tag: string) => tag.toLowerCase().startsWith(sought)
  return [...open.filter(begins), ...open.filter((tag) => !begins(tag))].slice(0, limit)
}

function problemOf(tags: readonly string[], tag: string): TagProblem | undefined {
  if (tags.includes(tag)) return 'twice'
  if ([...tag].length > longestTag) return 'long'
  return tags.length >= mostTags ? 'many' : undefined
}
