import type { Kind } from '#catalogue/kind.ts'

/** Where the records of a kind are (specification, history §2). */
export function historyPath(kind: Kind): string {
  return `/creator/history/${kind}`
}
