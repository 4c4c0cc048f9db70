/**
 * How many characters of a prompt a file name contains. With the longest ones it stays below 255
 * bytes.
 */
const maxSlugLength = 40

export type NamedResult = {
  /** Of the generation, in ISO format; the day in UTC is used. */
  createdAt: string
  prompt: string
  /** Replaces a prompt without a letter or a digit. */
  model: string
  /** The number of the result within its generation, from 1. */
  number: number
  /** With its dot. */
  extension: string
}

/**
 * Returns the name a result is saved under, alone or in a zip:
 * `2026-11-21-a-lighthouse-by-the-sea-2.png`. It has no character that a file system rejects, and
 * begins with a digit, so that it is no reserved name of Windows.
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
 * Returns the words of a text in lower case, joined by hyphens, as many whole ones as fit; a first
 * one that is too long is cut.
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
