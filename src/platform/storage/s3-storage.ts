import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { create as contentDisposition } from 'content-disposition'
import { createS3Client, type S3Options, withTimeout } from './s3-client.ts'
import { upload } from './s3-upload.ts'
import { checkKey, measure, NotStored, type Storage } from './storage.ts'

/** Stores files in a bucket of any S3-compatible store. The operator creates the bucket. */
export function createS3Storage(options: S3Options): Storage {
  const client = createS3Client(options)
  const place = (key: string) => ({ Bucket: options.bucket, Key: checkKey(key) })

  return {
    async write(key, body, { maxBytes, contentType }) {
      const measured = measure(body, maxBytes)
      const target = { ...place(key), ...(contentType && { ContentType: contentType }) }
      await upload(client, target, measured.body, options.stallTime)
      return measured.stored()
    },

    async read(key, range) {
      const get = new GetObjectCommand({
        ...place(key),
        ...(range && { Range: `bytes=${range.start}-${range.end}` }),
      })
      const answer = await withTimeout(options, (limits) => client.send(get, limits)).catch(
        nullIfMissing,
      )
      if (answer === null) throw new NotStored(key)
      if (!(answer.Body instanceof Readable)) throw new Error('The store answered without a body')
      return answer.Body
    },

    async size(key) {
      const head = new HeadObjectCommand(place(key))
      const answer = await withTimeout(options, (limits) => client.send(head, limits)).catch(
        nullIfMissing,
      )
      return answer?.ContentLength ?? null
    },

    async delete(key) {
      const remove = new DeleteObjectCommand(place(key))
      await withTimeout(options, (limits) => client.send(remove, limits)).catch(nullIfMissing)
    },

    ...presigner(client, options),
    grantOf: () => null,
  }
}

/**
 * `NoSuchKey` from a GET, `NotFound` from a HEAD; a missing bucket is an error, not a missing file.
 */
function nullIfMissing(error: unknown): null {
  const { name } = error as Error
  if (name === 'NoSuchKey' || name === 'NotFound') return null
  throw error
}

/**
 * Creates addresses that the store itself serves. An upload's type and length are signed, so that
 * others are rejected.
 */
function presigner(
  client: S3Client,
  { bucket: Bucket, now }: S3Options,
): Pick<Storage, 'signedReadUrl' | 'signedUploadUrl'> {
  const signing = (seconds: number) => ({ expiresIn: seconds, signingDate: now?.() ?? new Date() })
  return {
    async signedReadUrl(key, { seconds, contentType, fileName }) {
      const get = new GetObjectCommand({
        Bucket,
        Key: checkKey(key),
        ...(contentType && { ResponseContentType: contentType }),
        ...(fileName && { ResponseContentDisposition: contentDisposition(fileName) }),
      })
      return getSignedUrl(client, get, signing(seconds))
    },

    async signedUploadUrl(key, { seconds, contentType, bytes }) {
      const put = new PutObjectCommand({
        Bucket,
        Key: checkKey(key),
        ContentType: contentType,
        ContentLength: bytes,
      })
      const signableHeaders = new Set(['content-type', 'content-length'])
      return getSignedUrl(client, put, { ...signing(seconds), signableHeaders })
    },
  }
}
