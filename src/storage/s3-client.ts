import { S3Client } from '@aws-sdk/client-s3'

export type S3Options = {
  /** Anything but Amazon's own, such as R2, MinIO or Ceph; buckets are then parts of the path. */
  endpoint: string | undefined
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  now?: () => Date
  /** How long an answer to a small request may take to begin, retries included, in ms. */
  patience?: number
  /** How long a write may take no bytes although there are some, in ms. */
  stallTime?: number
}

/** How long a connection may take, and how long an open one may be silent, in ms. */
const connectionTimeout = 5_000
const socketTimeout = 60_000

/** A client that neither hangs nor runs out of sockets while slow readers hold theirs. */
export function createS3Client({
  endpoint,
  region,
  accessKeyId,
  secretAccessKey,
}: S3Options): S3Client {
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY }
  return new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Checksums of Amazon's own kind are unknown to many other stores.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout, socketTimeout, httpAgent: agent, httpsAgent: agent },
  })
}

/** Gives up on an answer that does not begin in time; what follows of its body may take longer. */
export async function inTime<Answer>(
  { patience = 10_000 }: S3Options,
  send: (options: { abortSignal: AbortSignal }) => Promise<Answer>,
): Promise<Answer> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), patience)
  try {
    return await send({ abortSignal: controller.signal })
  } finally {
    clearTimeout(timer)
  }
}
