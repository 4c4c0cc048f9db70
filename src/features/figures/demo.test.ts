import { mediaRenderer } from '@atelier/demo-world/media-renderer'
import { plainRenderer } from '@atelier/demo-world/plain-renderer'
import { expect, it } from 'vitest'
import { createDemoAccount, recordSamplesOf } from '#main/demo/demo-account.ts'
import { testContext } from '#testing/context.ts'
import { computeFigures } from './compute-figures.ts'
import { readFigurePeriods } from './read-figures.ts'
import { dayOf } from './rules.ts'

const context = await testContext()

/** The last days (UTC), the current one last. */
function lastDays(count: number): string[] {
  const today = Date.parse(dayOf(context.now()))
  return Array.from({ length: count }, (_, ago) => dayOf(today - (count - 1 - ago) * 86_400_000))
}

it('leave out the samples of the demo, which no person started', async () => {
  const id = (await createDemoAccount(context)) ?? ''
  const { signal } = new AbortController()
  await recordSamplesOf(plainRenderer(mediaRenderer.video), context, id, signal)
  await computeFigures(context)
  const { total } = await readFigurePeriods(context, { unit: 'day', starts: lastDays(8) })
  expect(total).toMatchObject({
    ...{ credits: { grant: { entries: 1, credits: 10_000 } }, models: {}, waits: {}, active: 0 },
    signUps: 1,
  })
})
