import { mediaRenderer } from '@atelier/demo-world/media-renderer'
import { plainRenderer } from '@atelier/demo-world/plain-renderer'
import { expect, it } from 'vitest'
import { createDemoAccount, recordSamplesOf } from '#main/demo/demo-account.ts'
import { testContext } from '#testing/context.ts'
import { sampleCollection } from './collect-sample.ts'
import { listCollections } from './read-collections.ts'

const context = await testContext()

it('has a collection of some samples of the demo', async () => {
  const accountId = (await createDemoAccount(context)) ?? ''
  const { signal } = new AbortController()
  await recordSamplesOf(plainRenderer(mediaRenderer.video), context, accountId, signal)
  const all = { accountId, after: undefined, search: undefined }
  const { collections } = await listCollections(context, all)
  expect(collections).toHaveLength(1)
  expect(collections[0]?.row).toMatchObject({ name: sampleCollection, items: 5 })
})
