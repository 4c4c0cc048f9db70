import { createS3Storage } from '#platform/storage/s3-storage.ts'
import { uploadSuite } from '#testing/api/upload-suite.ts'
import { onSwift } from '#testing/storage/swift.ts'

await onSwift('uploads to S3', ({ s3 }) => uploadSuite(() => createS3Storage(s3)))
