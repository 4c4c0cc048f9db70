import sharp from 'sharp'
import { expect, it } from 'vitest'
import { refuseRemovedFile } from '#core/media/refused-files.ts'
import { sampleFile } from '#testing/files.ts'
import { markingStudio } from '#testing/provenance.ts'
import { collectWorld, mediaOf, sha256 } from '#testing/services/collect-world.ts'
import { takeDownResult } from './remove-result.ts'
import { listBlockedHashes, unblockHash } from './removed-files.ts'

const { base, host, world } = await collectWorld()
const act = { actor: 'test', reason: 'a test' }

it('a taken down result has one entry, and is allowed again under both of its hashes', async () => {
  const file = await sharp(await sampleFile('photo.jpg'))
    .rotate(90)
    .jpeg()
    .toBuffer()
  const { context, start, end } = await world(markingStudio(base))
  const made = () => start('image', { images: [{ url: host.serve('taken-down.jpg', file) }] })
  const id = await made()
  await end(id)
  const [media] = await mediaOf(context, id)
  if (!media) throw new Error('no file')
  await takeDownResult({ ...context, sendsMail: false }, act, { id, note: 'It shows a person' })
  expect(await end(await made())).toMatchObject({ status: 'failed', error_code: 'content_policy' })
  const both = [media.sha256, sha256(file)]
  for (const hash of both) {
    await expect(refuseRemovedFile(context, [hash])).rejects.toMatchObject({
      refusal: { reason: 'removed_file' },
    })
    const listed = await listBlockedHashes(context, hash.slice(0, 12))
    expect(listed).toMatchObject([{ sha256: media.sha256, generation_id: id }])
  }
  await unblockHash(context, act, sha256(file))
  await refuseRemovedFile(context, both)
})
