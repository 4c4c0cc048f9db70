import { kinds as allKinds, type Kind } from '#core/models/rules/kinds.ts'
import type { Parts } from '#core/parts.ts'
import { findNewestKeys, type KindPlaces, type NumberedKey } from './queries/newest.ts'
import { type GenerationWithMedia, readGenerations } from './read-generation.ts'

const maxCursor = 500
const maxNumber = 2_147_483_647

/** Reads a cursor of `listNewest`; `null`: it is none. */
export function readNewestCursor(text: string): KindPlaces | null {
  if (text.length > maxCursor || !/^[\w-]+$/.test(text)) return null
  try {
    const places: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return arePlaces(places) ? places : null
  } catch {
    return null
  }
}

function arePlaces(value: unknown): value is KindPlaces {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(value).every(
    ([kind, number]) =>
      (allKinds as readonly string[]).includes(kind) &&
      Number.isInteger(number) &&
      number >= 0 &&
      number <= maxNumber,
  )
}

type Options = {
  accountId: string
  /** Which kinds; all if absent. */
  kinds?: readonly Kind[]
  /** From `readNewestCursor`; absent: from the newest one. */
  after?: KindPlaces
  /** Only those that ended with a result that is still there. */
  hasResult: boolean
  limit: number
}

/**
 * Returns a page of an account's generations of several kinds, newest first, and the cursor of the next
 * one; `null`: it was the last. What starts between two pages does not move them.
 */
export async function listNewest(
  context: Parts<'database'>,
  { accountId, kinds = allKinds, after = {}, hasResult, limit }: Options,
): Promise<{ generations: GenerationWithMedia[]; next: string | null }> {
  const page = { accountId, kinds, after, hasResult, limit: limit + 1 }
  const merged = mergeNewest(await findNewestKeys(context.database, page))
  const listed = merged.slice(0, limit)
  const found =
    listed.length > 0
      ? await readGenerations(
          context,
          accountId,
          listed.map(({ id }) => id),
        )
      : []
  const byId = new Map(found.map((one) => [one.row.id, one]))
  const generations = listed
    .flatMap(({ id }) => byId.get(id) ?? [])
    .filter(({ row }) => row.deleted_at === null)
  if (merged.length <= limit) return { generations, next: null }
  const places = { ...after, ...Object.fromEntries(listed.map((key) => [key.kind, key.number])) }
  return { generations, next: Buffer.from(JSON.stringify(places)).toString('base64url') }
}

/** Merges kinds by time. Within a kind the numbers decide, so that a page ends at one number of each. */
function mergeNewest(keys: NumberedKey[]): NumberedKey[] {
  const queues = [...Map.groupBy(keys, ({ kind }) => kind).values()]
  const merged: NumberedKey[] = []
  for (;;) {
    const [next] = queues
      .filter(({ length }) => length > 0)
      .toSorted((a, b) => timeOf(b) - timeOf(a))
    const key = next?.shift()
    if (!key) return merged
    merged.push(key)
  }
}

function timeOf([key]: NumberedKey[]): number {
  return key?.created_at.getTime() ?? 0
}
