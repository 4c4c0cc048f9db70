import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import { afterEach, expect, it } from 'vitest'
import { storageSuite } from '#testing/storage/storage-suite.ts'
import { onSwift } from '#testing/storage/swift.ts'
import { bucketProblem } from './check-bucket.ts'
import { createS3Storage } from './s3-storage.ts'

await onSwift('S3 storage', ({ s3, client }) => {
  storageSuite((now) => createS3Storage({ ...s3, ...(now && { now }) }))

  afterEach(async () => {
    const { Uploads = [] } = await client.send(
      new ListMultipartUploadsCommand({ Bucket: s3.bucket }),
    )
    expect(Uploads, 'parts left behind').toEqual([])
  })

  it('explains in a sentence why a bucket cannot be used', async () => {
    expect(await bucketProblem(s3)).toBeNull()
    expect(await bucketProblem({ ...s3, bucket: 'nowhere' })).toEqual({
      ...{ text: expect.stringMatching(/^There is no bucket “nowhere” at http/), isOutage: false },
    })
    expect(await bucketProblem({ ...s3, secretAccessKey: 'wrong' })).toEqual({
      ...{
        text: expect.stringMatching(/^The key may not use the bucket “media”/),
        isOutage: false,
      },
    })
    expect(await bucketProblem({ ...s3, endpoint: 'http://127.0.0.1:9' })).toEqual({
      ...{ text: expect.stringMatching(/^No answer .*ECONNREFUSED/), isOutage: true },
    })
  })
})
