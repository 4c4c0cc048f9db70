import { findGeneration, findGenerations } from '#core/generations/queries/generations.ts'
import { type GenerationWithMedia, withMedia } from '#core/generations/read-generation.ts'
import { isId } from '#core/ids.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { findChildren, findParents, type LineageLink } from './queries.ts'
import { maxLineageDepth, maxLineageNodes } from './rules.ts'

export type Lineage = {
  /** Those that are not deleted, the asked one first. */
  generations: GenerationWithMedia[]
  /** Between these and deleted ones, whose ids are all that is left of them. */
  links: LineageLink[]
  /** Whether there are more than the limits allow. */
  isTruncated: boolean
}

/**
 * Returns what a generation of the account was made from, and what was made from it, as far as the
 * limits allow. Throws `Refused` `not_found`, also for another account's.
 */
export async function readLineage(
  context: Parts<'database'>,
  accountId: string,
  id: string,
): Promise<Lineage> {
  const { database } = context
  const own = isId(id) ? await findGeneration(database, accountId, id) : undefined
  if (!own) throw new Refused({ reason: 'not_found' })
  const up = await walk(own.id, maxLineageNodes / 2, async (ids, limit) =>
    (await findParents(database, { accountId, ids, limit })).map((link) => ({
      link,
      next: link.parent_id,
    })),
  )
  const down = await walk(own.id, maxLineageNodes - up.ids.length, async (ids, limit) =>
    (await findChildren(database, { accountId, ids, limit })).map((link) => ({
      link,
      next: link.child_id,
    })),
  )
  const ids = [...up.ids, ...down.ids]
  const others = ids.length > 0 ? await findGenerations(database, accountId, ids) : []
  const rows = [own, ...others.filter(({ deleted_at }) => deleted_at === null)]
  return {
    generations: await withMedia(context, rows),
    links: [...up.links, ...down.links],
    isTruncated: up.isTruncated || down.isTruncated,
  }
}

type Step = { link: LineageLink; next: string }

/** Follows links in one direction, level by level, from one generation to at most `most` others. */
async function walk(
  from: string,
  most: number,
  find: (ids: string[], limit: number) => Promise<Step[]>,
): Promise<{ ids: string[]; links: LineageLink[]; isTruncated: boolean }> {
  const known = new Set([from])
  const links: LineageLink[] = []
  let isTruncated = false
  let level = [from]
  for (let depth = 1; level.length > 0; depth++) {
    const isBeyond = depth > maxLineageDepth
    const limit = isBeyond ? 1 : maxLineageNodes * 2
    const steps = await find(level, limit)
    if (isBeyond)
      return { ids: idsOf(known, from), links, isTruncated: isTruncated || steps.length > 0 }
    isTruncated ||= steps.length === limit
    level = []
    for (const { link, next } of steps) {
      if (!known.has(next)) {
        if (known.size > most) {
          isTruncated = true
          continue
        }
        known.add(next)
        level.push(next)
      }
      links.push(link)
    }
  }
  return { ids: idsOf(known, from), links, isTruncated }
}

const idsOf = (known: ReadonlySet<string>, from: string) => [...known].filter((id) => id !== from)
