import { Readable } from 'node:stream'
import { AbortMultipartUploadCommand, type S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'

/** Bytes of a part, and how many are on their way at once: what one write holds in memory is a small multiple. */
const partSize = 8 * 1024 * 1024
const queueSize = 2

type Target = { Bucket: string; Key: string; ContentType?: string }

/** Streams `body` to one object, in parts when it is large. When it fails, no part stays behind and `body` is ended. */
export async function upload(client: S3Client, target: Target, body: AsyncIterable<Uint8Array>): Promise<void> {
  const sending = new Upload({ client, params: { ...target, Body: Readable.from(body) }, partSize, queueSize })
  try {
    await sending.done()
  } catch (error) {
    // The library forgets the parts when the very last request, which joins them, fails.
    if (sending.uploadId) await abort(client, target, sending.uploadId)
    throw error
  }
}

/** What the library has aborted already is no longer there; a store that is gone keeps them until its own expiry rule. */
async function abort(client: S3Client, { Bucket, Key }: Target, UploadId: string): Promise<void> {
  await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined)
}
