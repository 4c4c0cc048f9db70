import { Readable } from 'node:stream'
import { AbortMultipartUploadCommand, type S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'

/**
 * Bytes per part, and how many parts are in transfer at once: a write's memory is a small multiple.
 */
const partSize = 8 * 1024 * 1024
const queueSize = 2

type Target = { Bucket: string; Key: string; ContentType?: string }

/** A store that accepts no bytes for this long, in ms, although some are available, hangs. */
const stallTime = 30_000

/**
 * Streams `body` to one object, in parts when it is large. On failure, all parts are deleted and
 * `body` is ended. Fails when the store hangs for `stallTime` ms.
 */
export async function upload(
  client: S3Client,
  target: Target,
  body: AsyncIterable<Uint8Array>,
  stall = stallTime,
): Promise<void> {
  const watch = watchStall(body, stall, () => void sending.abort())
  const sending = new Upload({
    client,
    params: { ...target, Body: Readable.from(watch.body) },
    partSize,
    queueSize,
  })
  sending.on('httpUploadProgress', watch.touch)
  try {
    await sending.done()
  } catch (error) {
    // The library keeps the parts when the very last request, which joins them, fails.
    if (sending.uploadId) await abort(client, target, sending.uploadId)
    throw watch.hasStalled() ? new Error(`The store accepted no data for ${stall} ms`) : error
  } finally {
    watch.end()
  }
}

/** Calls `onStall` when nothing is transferred for `time` ms, except while waiting for bytes. */
function watchStall(body: AsyncIterable<Uint8Array>, time: number, onStall: () => void) {
  let timer: NodeJS.Timeout | undefined
  let stalled = false
  const end = () => clearTimeout(timer)
  const touch = () => {
    end()
    timer = setTimeout(() => {
      stalled = true
      onStall()
    }, time)
  }
  async function* passed(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      touch()
      yield chunk
      end()
    }
    touch()
  }
  return { body: passed(), touch, end, hasStalled: () => stalled }
}

/**
 * The library may have aborted it already; an unavailable store keeps the parts until its own
 * expiry rule.
 */
async function abort(client: S3Client, { Bucket, Key }: Target, UploadId: string): Promise<void> {
  await client
    .send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
    .catch(() => undefined)
}
