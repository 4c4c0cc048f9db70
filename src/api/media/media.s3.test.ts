import { createS3Storage } from '#storage/s3-storage.ts'
import { onSwift } from '#testing/swift.ts'
import { mediaSuite } from './media-suite.fixture.ts'

await onSwift('media from S3', ({ s3 }) => mediaSuite(() => createS3Storage(s3)))
