import { setTimeout as delay } from 'node:timers/promises'
import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3'

// Makes the bucket that S3_* name unless it exists, and waits for the store, a minute at most.
const { ENV_FILE } = process.env
if (ENV_FILE) process.loadEnvFile(ENV_FILE)
const { S3_ENDPOINT, S3_REGION, S3_BUCKET } = process.env
const { S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = process.env
const client = new S3Client({
  endpoint: S3_ENDPOINT,
  region: S3_REGION,
  forcePathStyle: true,
  maxAttempts: 1,
  credentials: { accessKeyId: S3_ACCESS_KEY_ID ?? '', secretAccessKey: S3_SECRET_ACCESS_KEY ?? '' },
})
const bucket = { Bucket: S3_BUCKET }
const deadline = Date.now() + 60_000

while (!(await exists())) {
  try {
    await client.send(new CreateBucketCommand(bucket))
  } catch (error) {
    if (Date.now() > deadline) throw error
    await delay(1_000)
  }
}
process.stdout.write(`The bucket ${S3_BUCKET} exists.\n`)

async function exists() {
  try {
    await client.send(new HeadBucketCommand(bucket))
    return true
  } catch {
    return false
  }
}
