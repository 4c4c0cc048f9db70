import { createS3Storage } from '#storage/s3-storage.ts'
import { onSwift } from '#testing/swift.ts'
import { uploadSuite } from './upload-suite.fixture.ts'

await onSwift('uploads to S3', ({ s3 }) => uploadSuite(() => createS3Storage(s3)))
