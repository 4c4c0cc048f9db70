import { v7 as uuid } from 'uuid'
import { isId } from '#core/ids.ts'
import { repeatWhileFull } from '#core/jobs/repeat-while-full.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { type Contents, describeContents, type ZipOptions } from './contents.ts'
import { deleteExpiredDownloads, findDownloadFiles, insertDownload } from './queries.ts'
import { downloadLinkTime, maxLiveDownloads } from './rules.ts'

export type DownloadRequest = ZipOptions & { accountId: string; kind: Kind | null; ids: string[] }

export type PreparedDownload = Contents & { id: string; expiresAt: Date; withSettings: boolean }

/**
 * Prepares one zip of the result files of the account's own generations of a kind, or (`null`) of any. Skips those of
 * other accounts, of another kind, deleted, or without a file. Throws `Refused` `not_found` when
 * none is left, and `too_many_downloads`.
 */
export async function prepareDownload(
  context: Parts<'database' | 'settings' | 'version'>,
  { accountId, kind, ids, format, withSettings }: DownloadRequest,
): Promise<PreparedDownload> {
  const asked = [...new Set(ids.filter(isId).map((id) => id.toLowerCase()))]
  const found = await findDownloadFiles(context.database, { accountId, kind, ids: asked })
  if (found.length === 0) throw new Refused({ reason: 'not_found' })

  const generationIds = [
    ...new Set(found.flatMap(({ generation_id: id }) => (id === null ? [] : [id]))),
  ]
  const [id, limits] = [uuid(), { time: downloadLinkTime, max: maxLiveDownloads }]
  const expiresAt = await insertDownload(
    context.database,
    { id, accountId, generationIds, format },
    limits,
  )
  if (!expiresAt) throw new Refused({ reason: 'too_many_downloads', max: maxLiveDownloads })
  const contents = describeContents(context, found, { format, withSettings })
  return { ...contents, id, expiresAt, withSettings }
}

/** Deletes expired downloads. */
export async function deleteOldDownloads(context: Parts<'background' | 'database'>): Promise<void> {
  await repeatWhileFull(context, 1_000, (limit) => deleteExpiredDownloads(context.database, limit))
}
