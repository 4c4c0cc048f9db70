import { findPending, recordPending, refusePending } from '#database/queries/uploads.ts'
import type { MediaRow, PendingUploadRow } from '#database/tables.ts'
import { maxUploadBytes } from '#domain/upload-rules.ts'
import type { ServiceContext } from '../../context.ts'
import { askStorage } from '../../media/files/ask-storage.ts'
import { discardFiles } from '../../media/files/discard-files.ts'
import { readHead } from '../../media/files/read-head.ts'
import { makeThumbnail } from '../../media/thumbnails/make-thumbnails.ts'
import { Refused } from '../../refused.ts'
import { validateFile } from '../judge/judge-file.ts'
import { sniff, sniffLength } from '../judge/sniff.ts'

/** Several people ask for one file at the same time: a page's picture and its link. */
const judging = new Map<string, Promise<MediaRow | null>>()

/**
 * The account's file that came over a signed address, judged when it is first asked for. A copy is
 * kept: the address may be used again until it expires, and what lies there is swept. `null`: there
 * is no such file, or none came yet. Throws `Refused` when it is not taken; from then on there is
 * no such file.
 */
export function finalizeUpload(
  context: ServiceContext,
  id: string,
  accountId: string,
): Promise<MediaRow | null> {
  const name = `${id} ${accountId}`
  const running =
    judging.get(name) ?? claim(context, id, accountId).finally(() => judging.delete(name))
  judging.set(name, running)
  return running
}

async function claim(
  context: ServiceContext,
  id: string,
  accountId: string,
): Promise<MediaRow | null> {
  const pending = await findPending(context.database, id, accountId)
  const bytes =
    pending && (await askStorage(context, ({ storage }) => storage.size(pending.storage_key)))
  if (!pending || bytes === undefined || bytes === null) return null
  try {
    return await keep(context, pending, bytes)
  } catch (error) {
    if (error instanceof Refused && error.refusal.reason !== 'unavailable')
      await refusePending(context.database, id)
    throw error
  }
}

async function keep(
  context: ServiceContext,
  pending: PendingUploadRow,
  bytes: number,
): Promise<MediaRow | null> {
  if (bytes > maxUploadBytes) throw new Refused({ reason: 'file_too_large', max: maxUploadBytes })
  const key = pending.storage_key
  const { id, account_id } = pending
  const judged = await askStorage(context, async () => {
    const { head, close } = await readHead(await context.storage.read(key), sniffLength)
    await close()
    if (head.length === 0) throw new Refused({ reason: 'empty_file' })
    const sniffed = sniff(head)
    if (!sniffed) throw new Refused({ reason: 'unsupported_file', accept: 'video-or-gif' })
    return validateFile(context, { key, bytes, sha256: null }, sniffed)
  })
  const media = await recordPending(context.database, { id, account_id, ...judged })
  if (!media) await discardFiles(context, [judged.storage_key])
  else context.background.run(() => makeThumbnail(context, media))
  return media ?? null
}
