import { createS3Storage } from '#platform/storage/s3-storage.ts'
import { onSwift } from '#testing/storage/swift.ts'
import { downloadSuite } from './test-support.ts'

await onSwift('downloads from S3', ({ s3 }) => downloadSuite(() => createS3Storage(s3)))
