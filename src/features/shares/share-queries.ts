import { type Selectable, sql } from 'kysely'
import type { GenerationRow } from '#core/generations/tables.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import type { WithDefault } from '#platform/database/tables.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    share: ShareTable
    share_like: ShareLikeTable
    share_link: ShareLinkTable
  }
}

/** The share page of a generation. A trigger deletes it when the generation is not public any more. */
type ShareTable = {
  account_id: string
  generation_id: string
  token: string
  /** Whether Explore lists it. */
  is_listed: boolean
  /** Whether everyone who opens it reads the prompt and the settings. */
  shows_settings: boolean
  created_at: Date
}

export type ShareRow = Selectable<ShareTable>

/** That an account likes the work of a share page. */
type ShareLikeTable = { account_id: string; token: string; created_at: Date }

/**
 * Finds share pages by their token and lists those in Explore, among all accounts. It may name one
 * that has ended: who reads it asks `share`.
 */
type ShareLinkTable = {
  token: string
  account_id: string
  generation_id: string
  kind: Kind
  is_listed: boolean
  published_at: Date
  likes: WithDefault<number>
}
export type ShareLinkRow = Selectable<ShareLinkTable>

/** The share page of an account's generation, and its likes. */
export type ShareWithLikes = ShareRow & { likes: number }

type Wanted = {
  accountId: string
  generationId: string
  /** The token if the generation has no share page yet. */
  token: string
  isListed: boolean
  showsSettings: boolean
  now: Date
}

/**
 * Creates the share page of a finished result with files, or changes it, and makes the result
 * public. Being listed again counts as newly published. `undefined`: it is deleted, removed, not
 * finished, or has no file. Runs in a transaction.
 */
export async function saveShare(
  transaction: Database,
  { accountId, generationId, token, isListed, showsSettings, now }: Wanted,
): Promise<ShareWithLikes | undefined> {
  const own = onShardOf(transaction, accountId)
  // First, so that the row is locked: a takedown or a deletion waits and ends the share, or is seen.
  const { rows } = await sql<Pick<GenerationRow, 'kind'>>`
    update generation set is_public = true, updated_at = clock_timestamp()
    where id = ${generationId} and account_id = ${accountId} and deleted_at is null and removed_at is null
      and status::text in ('completed', 'partial')
      and exists (select from media where media.generation_id = ${generationId}
        and media.account_id = ${accountId} and role = 'output')
    returning kind`.execute(own)
  const kind = rows[0]?.kind
  if (!kind) return undefined
  const share = await own
    .insertInto('share')
    .values({
      ...{ account_id: accountId, generation_id: generationId, token, created_at: now },
      ...{ is_listed: isListed, shows_settings: showsSettings },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'generation_id'])
        .doUpdateSet({ is_listed: isListed, shows_settings: showsSettings }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  const link = await transaction
    .insertInto('share_link')
    .values({
      ...{ token: share.token, account_id: accountId, generation_id: generationId, kind },
      ...{ is_listed: isListed, published_at: now },
    })
    .onConflict((conflict) =>
      conflict.column('token').doUpdateSet({
        is_listed: isListed,
        published_at: sql`case when ${isListed} and not share_link.is_listed then excluded.published_at
          else share_link.published_at end`,
      }),
    )
    .returning('likes')
    .executeTakeFirstOrThrow()
  return { ...share, likes: link.likes }
}

/** Returns the share page of an account's generation. */
export async function findShare(
  database: Database,
  { accountId, generationId }: { accountId: string; generationId: string },
): Promise<ShareWithLikes | undefined> {
  const share = await database
    .selectFrom('share')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('generation_id', '=', generationId)
    .executeTakeFirst()
  return share && { ...share, likes: (await findLink(database, share.token))?.likes ?? 0 }
}

/** Returns all share pages of an account, oldest first. */
export function listShares(database: Database, accountId: string): Promise<ShareRow[]> {
  return database
    .selectFrom('share')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
}

/** Returns to whom a token leads; the share may have ended. */
export function findLink(database: Database, token: string): Promise<ShareLinkRow | undefined> {
  return database.selectFrom('share_link').selectAll().where('token', '=', token).executeTakeFirst()
}

/** A shared generation, as everyone who has its address may read it. */
export type SharedGeneration = GenerationRow &
  Pick<ShareRow, 'token' | 'is_listed' | 'shows_settings'>

/**
 * Returns those of these shares that everyone may read: their generations are public, neither
 * deleted nor removed, and their accounts neither deleted nor suspended.
 */
export function findShared(
  database: Database,
  links: readonly Pick<ShareLinkRow, 'account_id' | 'token'>[],
): Promise<SharedGeneration[]> {
  if (links.length === 0) return Promise.resolve([])
  const accounts = [...new Set(links.map(({ account_id }) => account_id))]
  const tokens = links.map(({ token }) => token)
  return database
    .selectFrom('share')
    .innerJoin('generation_with_job', (join) =>
      join
        .onRef('generation_with_job.id', '=', 'share.generation_id')
        .onRef('generation_with_job.account_id', '=', 'share.account_id'),
    )
    .innerJoin('account', 'account.id', 'share.account_id')
    .selectAll('generation_with_job')
    .select(['share.token', 'share.is_listed', 'share.shows_settings'])
    .where('share.account_id', 'in', accounts)
    .where('share.token', 'in', tokens)
    .where('generation_with_job.is_public', '=', true)
    .where('generation_with_job.deleted_at', 'is', null)
    .where('generation_with_job.removed_at', 'is', null)
    .where('account.deleted_at', 'is', null)
    .where('account.suspended_at', 'is', null)
    .execute()
}

/** Deletes the links among all accounts that lead to these shares, and their likes. */
export async function deleteLinks(database: Database, tokens: readonly string[]): Promise<void> {
  if (tokens.length === 0) return
  await database.deleteFrom('share_link').where('token', 'in', tokens).execute()
  await database.deleteFrom('share_like').where('token', 'in', tokens).execute()
}

/**
 * Returns the next links after a token, in the order of the tokens, and which of them lead to a
 * share that has ended.
 */
export async function findEndedLinks(
  database: Database,
  { after, limit }: { after: string; limit: number },
): Promise<{ last: string | null; ended: string[] }> {
  const links = await database
    .selectFrom('share_link')
    .select(['token', 'account_id'])
    .where('token', '>', after)
    .orderBy('token')
    .limit(limit)
    .execute()
  if (links.length === 0) return { last: null, ended: [] }
  const kept = await database
    .selectFrom('share')
    .select('token')
    .where('account_id', 'in', [...new Set(links.map(({ account_id }) => account_id))])
    .where(
      'token',
      'in',
      links.map(({ token }) => token),
    )
    .execute()
  const alive = new Set(kept.map(({ token }) => token))
  const tokens = links.map(({ token }) => token)
  return { last: tokens.at(-1) ?? null, ended: tokens.filter((token) => !alive.has(token)) }
}

/** Deletes an account's shares and its likes. Runs in the transaction that deletes the account. */
export async function deleteSharesOf(transaction: Database, accountId: string): Promise<void> {
  const liked = await transaction
    .deleteFrom('share_like')
    .where('account_id', '=', accountId)
    .returning('token')
    .execute()
  await addLikes(
    transaction,
    liked.map(({ token }) => token),
    -1,
  )
  await transaction.deleteFrom('share').where('account_id', '=', accountId).execute()
  await transaction.deleteFrom('share_link').where('account_id', '=', accountId).execute()
}

/** Changes the number of likes of links. Returns how many there are then. */
export async function addLikes(
  transaction: Database,
  tokens: readonly string[],
  change: 1 | -1,
): Promise<number[]> {
  if (tokens.length === 0) return []
  const rows = await transaction
    .updateTable('share_link')
    .set((set) => ({ likes: set('likes', '+', change) }))
    .where('token', 'in', tokens)
    .returning('likes')
    .execute()
  return rows.map(({ likes }) => likes)
}
