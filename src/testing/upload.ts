import { randomUUID } from 'node:crypto'
import type { ServiceContext } from '#services/context.ts'
import { oneChunk, storeFile } from '#services/media/stored-files.ts'
import { sampleFile } from './file-host.ts'

/** A file of `src/testing/media` as an upload of the account's, recorded as the endpoints do it. */
export async function testUpload(
  context: ServiceContext,
  accountId: string,
  name: string,
  contentType: string,
) {
  const [file, id] = [await sampleFile(name), randomUUID()]
  const key = `uploads/${id}/${name}`
  const stored = await storeFile(context, key, oneChunk(file), {
    maxBytes: file.length,
    contentType,
  })
  await context.database
    .insertInto('media')
    .values({
      id,
      account_id: accountId,
      generation_id: null,
      role: 'input',
      position: 0,
      storage_key: key,
      thumbnail_key: null,
      content_type: contentType,
      width: null,
      height: null,
      ...stored,
    })
    .execute()
  return { id, key, address: `/media/${id}/${name}`, bytes: file }
}
