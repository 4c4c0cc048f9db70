import { mediaRenderer } from '@atelier/demo-world/media-renderer'
import { plainRenderer } from '@atelier/demo-world/plain-renderer'
import { expect, it } from 'vitest'
import { createDemoAccount, recordSamplesOf } from '#main/demo/demo-account.ts'
import { testContext } from '#testing/context.ts'
import { explore } from './read-shared.ts'

const context = await testContext()

it('shows some samples of the demo in Explore, where their owner likes some', async () => {
  const id = (await createDemoAccount(context)) ?? ''
  const { signal } = new AbortController()
  await recordSamplesOf(plainRenderer(mediaRenderer.video), context, id, signal)
  const asked = { kind: undefined, sort: 'liked', after: undefined, readerId: id } as const
  const { works } = await explore(context, asked)
  expect(works.map(({ isLiked, row }) => [isLiked, row.is_sample])).toEqual([
    ...Array(2).fill([true, true]),
    ...Array(5).fill([false, true]),
  ])
})
