import type { Parts } from '#core/parts.ts'
import { listOperatorActions } from './operator-log-queries.ts'

/** How many entries a page has. */
const actsShown = 50

/** Returns operator actions, newest first; `before`: the id of an entry, for older ones. */
export async function readActs({ database }: Parts<'database'>, before?: number) {
  const rows = await listOperatorActions(database, { before, limit: actsShown })
  return { rows, before: rows.length === actsShown ? (rows.at(-1)?.id ?? null) : null }
}
