import type { Kind } from '#catalogue/kinds.ts'

/** Where the records of a kind are (docs/spec/history.md#pages). */
export function historyPath(kind: Kind): string {
  return `/creator/history/${kind}`
}
