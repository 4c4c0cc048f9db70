import { HeadBucketCommand } from '@aws-sdk/client-s3'
import { createS3Client, type S3Options, withTimeout } from './s3-client.ts'

/**
 * Why a bucket cannot be used, in a sentence. `isOutage`: no answer, or 5xx or 429; it may end by
 * itself.
 */
export type BucketProblem = { text: string; isOutage: boolean }

/** Returns why the bucket cannot be used, or `null` when it can. */
export async function bucketProblem(options: S3Options): Promise<BucketProblem | null> {
  const client = createS3Client(options)
  const where = `the bucket “${options.bucket}” at ${options.endpoint ?? `Amazon S3 (${options.region})`}`
  try {
    const head = new HeadBucketCommand({ Bucket: options.bucket })
    await withTimeout(options, (limits) => client.send(head, limits))
    return null
  } catch (error) {
    return explain(error, where)
  } finally {
    client.destroy()
  }
}

function explain(error: unknown, where: string): BucketProblem {
  const { name, code, $metadata } = error as {
    name: string
    code?: string
    $metadata?: { httpStatusCode?: number }
  }
  const status = $metadata?.httpStatusCode
  const refused = (text: string) => ({ text, isOutage: false })
  if (status === 404)
    return refused(`There is no ${where.replace('the ', '')}. Make it, or correct S3_BUCKET.`)
  if (status === 401 || status === 403) {
    return refused(
      `The key may not use ${where}. Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_REGION.`,
    )
  }
  if (status === 301 || status === 400) {
    return refused(
      `The store does not take requests for ${where} this way (${status}). Check S3_REGION and S3_ENDPOINT.`,
    )
  }
  const text = `No answer for ${where} (${status ?? code ?? name}). Check S3_ENDPOINT and the network.`
  return { text, isOutage: true }
}
