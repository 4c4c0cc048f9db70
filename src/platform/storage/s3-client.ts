import { S3Client } from '@aws-sdk/client-s3'

export type S3Options = {
  /** Of stores other than Amazon's, such as R2, MinIO or Ceph; the bucket is part of the path. */
  endpoint: string | undefined
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  now?: () => Date
  /** The timeout until the answer to a small request begins, retries included, in ms. */
  patience?: number
  /** The timeout of a write that transfers no bytes although some are available, in ms. */
  stallTime?: number
}

/** The timeouts of connecting and of a silent connection, in ms. */
const connectionTimeout = 5_000
const socketTimeout = 60_000

/** Creates a client that neither hangs nor runs out of sockets because of slow readers. */
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
    // Many other stores do not support Amazon's checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout, socketTimeout, httpAgent: agent, httpsAgent: agent },
  })
}

/** Times out when an answer does not begin in time; its body may take longer. */
export async function withTimeout<Answer>(
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
