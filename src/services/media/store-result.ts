import type { Asset } from '#providers/provider.ts'
import type { ServiceContext } from '../context.ts'
import type { StoredResult } from '../generations/end-generation.ts'
import { type FileType, fileTypeOf, headLength } from './file-type.ts'

/** The largest image we take from a provider, in bytes. */
const maxImageBytes = 50 * 1024 * 1024

/** Streams one result file into storage under a key that follows from the generation, so a second run replaces it. */
export async function storeResult(
  { provider, storage }: ServiceContext,
  generationId: string,
  asset: Asset,
  position: number,
): Promise<StoredResult> {
  const { type, body } = await judge(await provider.download(asset.url))
  const storageKey = `generations/${generationId}/${position}.${type.extension}`
  const { bytes, sha256 } = await storage.write(storageKey, body, { maxBytes: maxImageBytes })
  return {
    position,
    storageKey,
    contentType: type.contentType,
    bytes,
    sha256,
    width: asset.width,
    height: asset.height,
  }
}

/** Reads just enough to know what the file is, and gives the stream back whole. */
async function judge(body: AsyncIterable<Uint8Array>): Promise<{ type: FileType; body: AsyncIterable<Uint8Array> }> {
  const chunks = body[Symbol.asyncIterator]()
  let head = new Uint8Array()
  while (head.length < headLength) {
    const { done, value } = await chunks.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  const type = fileTypeOf(head)
  if (!type) {
    await chunks.return?.()
    throw new Error('The result file is not an image')
  }
  return { type, body: joined(head, chunks) }
}

async function* joined(head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncIterable<Uint8Array> {
  yield head
  yield* { [Symbol.asyncIterator]: () => rest }
}
