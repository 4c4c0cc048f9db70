/** A bug that could cost credits or results, as a change of one text, and what should catch it. */
export type Mutation = {
  name: string
  file: string
  /** Stands in the file exactly once. */
  search: string
  replace: string
  /**
   * Test files, single tests as `file > name`, or `chaos`. Each is run; one that fails has caught
   * it.
   */
  catchers: readonly string[]
}

/**
 * The file with the bug in it. Throws when the text is not there exactly once: the list must follow
 * the code.
 */
export function plant({ name, file, search, replace }: Mutation, source: string): string {
  const [before, after, ...more] = source.split(search)
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`"${name}": the text to change is not in ${file} exactly once`)
  }
  return before + replace + after
}
