import { environments } from '../environments.ts'
import { expect, sizes, test } from '../product.ts'
import { fillForm } from './fill-form.ts'
import { expectBalance, submitButton } from './make.ts'
import { seeResult } from './see-result.ts'

// Long enough that all three are asked for, and one is taken back, before the first is done.
test.use({ environment: environments.slowJobs, viewport: sizes.wide })

const scenes = ['Waves break on black rocks', 'A kite above the dunes', 'Rain on a tin roof']

test('three videos at once: all are listed, one is cancelled and refunded, two are made', async ({
  page,
  text,
  enter,
  installation,
}) => {
  await enter('/creator/video/text-to-video', { credits: 950 })
  for (const [index, scene] of scenes.entries()) {
    await fillForm(page, text, [{ field: 'field_prompt', write: scene }])
    await submitButton(page, text, { price: 300, result: { video: 'any' } }).click()
    await expectBalance(page, text, 950 - 300 * (index + 1))
  }
  const listed = page.getByRole('region', { name: text('stage_strip') }).getByRole('listitem')
  await expect(listed).toHaveCount(3)

  const last = listed.filter({ hasText: 'Rain on a tin roof' })
  await last.hover()
  await last.getByRole('button', { name: text('stage_cancel') }).click()
  await expect(last.getByRole('button', { name: text('stage_cancelled') })).toBeVisible()
  await expectBalance(page, text, 350)

  for (const scene of ['A kite above the dunes', 'Waves break on black rocks']) {
    await listed.getByRole('button', { name: scene }).click()
    await seeResult(page, text, scene, { video: [16, 9] })
  }
  await expectBalance(page, text, 350)
  const { data } = await (
    await page.request.get(`${installation.url}/api/video-generation/history`)
  ).json()
  expect(data.map(({ status }: { status: string }) => status).toSorted()).toEqual([
    'completed',
    'completed',
    'failed',
  ])
})
