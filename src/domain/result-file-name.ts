/**
 * The most characters of a prompt that a file's name has. With the longest ones it stays below 255
 * bytes.
 */
const maxSlugLength = 40

export type NamedResult = {
  /** Of the generation, in ISO format; the day is that of UTC. */
  createdAt: string
  prompt: string
  /** Stands in for a prompt without a letter or a digit. */
  model: string
  /** Which of the generation's results it is, from 1. */
  number: number
  /** With its dot. */
  extension: string
}

/**
 * The name a result is saved under, alone or in a zip: `2026-11-21-a-lighthouse-by-the-sea-2.png`.
 * It has no character that a file system refuses, and begins with a digit, so that it is none of
 * the names that Windows keeps for itself.
 */
export function resultFileName({
  createdAt,
  prompt,
  model,
  number,
  extension,
}: NamedResult): string {
  return `${createdAt.slice(0, 10)}-${slugOf(prompt) || slugOf(model) || 'file'}-${number}${extension}`
}

/**
 * The words of a text in lower case, joined by hyphens, as many as fit whole; a first one that is
 * too long is cut.
 */
function slugOf(text: string): string {
  const [first = '', ...rest] =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  let slug = [...first].slice(0, maxSlugLength).join('')
  for (const word of rest) {
    const longer = `${slug}-${word}`
    if ([...longer].length > maxSlugLength) break
    slug = longer
  }
  return slug
}
