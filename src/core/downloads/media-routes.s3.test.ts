import { createS3Storage } from '#platform/storage/s3-storage.ts'
import { mediaSuite } from '#testing/api/media-suite.ts'
import { onSwift } from '#testing/storage/swift.ts'

await onSwift('media from S3', ({ s3 }) => mediaSuite(() => createS3Storage(s3)))
