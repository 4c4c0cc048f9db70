import type { GenerationRow } from '#core/generations/tables.ts'
import { promptOf } from '#core/history/search-term-rules.ts'
import { findOutputs } from '#core/media/queries/media.ts'
import type { MediaRow } from '#core/media/tables.ts'
import { modelOf } from '#core/models/rules/catalogue.ts'
import { filesOf } from '#core/models/rules/file-field.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import {
  deleteLike,
  type ExplorePlace,
  findLiked,
  insertLike,
  listLinks,
} from './explore-queries.ts'
import { refuseSuspended } from './share-generation.ts'
import {
  addLikes,
  findLink,
  findShared,
  type SharedGeneration,
  type ShareLinkRow,
} from './share-queries.ts'

export type { ExplorePlace } from './explore-queries.ts'

/**
 * A shared work as everyone may read it. `prompt` and `input` are `null` where its owner does not
 * show them; files that it was made from are in neither.
 */
export type SharedWork = {
  row: SharedGeneration
  outputs: MediaRow[]
  prompt: string | null
  input: Record<string, unknown> | null
  likes: number
  isLiked: boolean
  publishedAt: Date
}

type Context = Parts<'database'>

const tokenPattern = /^[\w-]{22}$/

/**
 * Returns the work of a share page. `readerId`: whose like it says. Throws `Refused` `not_found`
 * for a share that was revoked, removed, deleted or never existed.
 */
export async function readShared(
  { database }: Context,
  token: string,
  readerId: string | null,
): Promise<SharedWork> {
  const link = tokenPattern.test(token) ? await findLink(database, token) : undefined
  const [work] = link ? await withWorks(database, [link], readerId) : []
  if (!work) throw new Refused({ reason: 'not_found' })
  return work
}

export type ExploreQuery = {
  kind: Kind | undefined
  sort: 'newest' | 'liked'
  after: ExplorePlace | undefined
  readerId: string | null
}

/** How many works a page of Explore has at most. */
const pageSize = 24

/**
 * Returns a page of the works that their owners listed, and where the next one begins (`null`: this
 * is the last). A page may have fewer works than others: some have ended since they were listed.
 */
export async function explore(
  { database }: Context,
  { readerId, ...query }: ExploreQuery,
): Promise<{ works: SharedWork[]; next: ExplorePlace | null }> {
  const links = await listLinks(database, { ...query, limit: pageSize + 1 })
  const shown = links.slice(0, pageSize)
  const works = await withWorks(database, shown, readerId)
  return {
    works: works.filter(({ row }) => row.is_listed),
    next: links.length > pageSize ? (shown.at(-1) ?? null) : null,
  }
}

async function withWorks(
  database: Context['database'],
  links: readonly ShareLinkRow[],
  readerId: string | null,
): Promise<SharedWork[]> {
  const rows = await findShared(database, links)
  const tokens = links.map(({ token }) => token)
  const [outputs, liked] = await Promise.all([
    findOutputs(database, rows),
    readerId === null ? new Set<string>() : findLiked(database, readerId, tokens),
  ])
  const filesOfWork = Map.groupBy(outputs, ({ generation_id }) => generation_id)
  const found = new Map(rows.map((row) => [row.token, row]))
  return links.flatMap(({ token, likes, published_at: publishedAt }) => {
    const row = found.get(token)
    const files = row && filesOfWork.get(row.id)
    if (!row || !files) return []
    return [
      {
        ...{ row, outputs: files, likes, publishedAt, isLiked: liked.has(token) },
        prompt: row.shows_settings ? promptOf(modelOf(row), row.input) : null,
        input: row.shows_settings ? withoutFiles(row) : null,
      },
    ]
  })
}

/** Returns the settings without files: those that were uploaded may show people. */
export function withoutFiles(row: GenerationRow): Record<string, unknown> {
  const files = filesOf(modelOf(row)?.fields ?? {}, row.input)
  const names = new Set(files.map(({ field }) => field))
  return Object.fromEntries(Object.entries(row.input).filter(([name]) => !names.has(name)))
}

export type Likes = { likes: number; isLiked: boolean }

/**
 * Likes a shared work, or takes the like back; an account has one. Throws `Refused`: `not_found`,
 * `account_suspended`.
 */
export async function likeShared(
  context: Context,
  { accountId, token, isLiked }: { accountId: string; token: string; isLiked: boolean },
): Promise<Likes> {
  const work = await readShared(context, token, accountId)
  if (isLiked) await refuseSuspended(context, accountId)
  const like = { accountId, token, now: new Date() }
  return context.database.transaction().execute(async (transaction) => {
    const isChanged = await (isLiked
      ? insertLike(transaction, like)
      : deleteLike(transaction, like))
    if (!isChanged) return { likes: work.likes, isLiked }
    const [likes] = await addLikes(transaction, [token], isLiked ? 1 : -1)
    // It was revoked since: the like is rolled back.
    if (likes === undefined) throw new Refused({ reason: 'not_found' })
    return { likes, isLiked }
  })
}
