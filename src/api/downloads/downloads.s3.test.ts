import { createS3Storage } from '#storage/s3-storage.ts'
import { onSwift } from '#testing/swift.ts'
import { downloadSuite } from './download-suite.fixture.ts'

await onSwift('downloads from S3', ({ s3 }) => downloadSuite(() => createS3Storage(s3)))
