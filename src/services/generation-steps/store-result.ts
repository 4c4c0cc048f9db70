import { randomUUID } from 'node:crypto'
import type { Kind } from '#catalogue/kinds.ts'
import {
  downloadIdleTime,
  downloadTime,
  type Medium,
  maxResultBytes,
} from '#domain/result-files.ts'
import type { Asset } from '#providers/provider.ts'
import type { ServiceContext } from '../context.ts'
import type { StoredResult } from '../generations/end-generation.ts'
import { type FileType, fileTypeOf, headLength } from '../media/file-type.ts'
import { inspectFile } from '../media/inspect-file.ts'
import { InvalidMedia } from '../media/inspected-file.ts'
import { discardFiles, readHead, storeFile } from '../media/stored-files.ts'

/** For which generation a result is. `signal` ends its download. */
export type ResultFor = { id: string; kind: Kind; signal?: AbortSignal | undefined }

/**
 * Streams one result file into storage and opens it there: only what really is of its medium is
 * kept. Every run writes a name of its own, so that a slower run never touches what a quicker one
 * recorded. Throws `InvalidMedia`, `ProviderError`, or what storage throws; nothing is kept then.
 */
export async function storeResult(
  context: ServiceContext,
  generation: ResultFor,
  asset: Asset,
  position: number,
): Promise<StoredResult> {
  const { medium } = asset
  const { type, body } = await open(context, generation, asset)
  const storageKey = `generations/${generation.id}/${position}-${randomUUID().slice(0, 8)}.${type.extension}`
  try {
    const contentType = contentTypeOf(type, medium)
    const { bytes, sha256 } = await storeFile(context, storageKey, body, {
      maxBytes: maxResultBytes[medium],
      contentType,
    })
    const requiresAudio = generation.kind === 'audio'
    const inspected = await inspectFile(context.storage, {
      key: storageKey,
      bytes,
      type,
      medium,
      requiresAudio,
    })
    return { position, storageKey, contentType, bytes, sha256, ...inspected }
  } catch (error) {
    await discardFiles(context, [storageKey])
    throw error
  }
}

async function open({ provider }: ServiceContext, { signal }: ResultFor, { url, medium }: Asset) {
  const limits = {
    maxBytes: maxResultBytes[medium],
    idleTime: downloadIdleTime,
    time: downloadTime[medium],
    signal,
  }
  const { head, whole, close } = await readHead(await provider.download(url, limits), headLength)
  const type = fileTypeOf(head)
  if (type) return { type, body: whole }
  await close()
  throw new InvalidMedia('The result file is nothing we keep')
}

/** A film's container that holds sound alone is announced as sound. */
function contentTypeOf({ contentType }: FileType, medium: Medium): string {
  return medium === 'audio' ? contentType.replace('video/', 'audio/') : contentType
}
