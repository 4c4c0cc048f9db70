import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { create as contentDisposition } from 'content-disposition'
import { checkKey } from '../check-key.ts'
import type { Storage } from '../storage.ts'
import type { S3Options } from './s3-client.ts'

/**
 * Addresses that the store itself serves. An upload's type and length are signed, so that it takes
 * no other.
 */
export function presigner(
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
