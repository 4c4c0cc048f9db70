import { environments } from '../environments.ts'
import { databaseOf, expect, expectAccessible, test } from '../product.ts'

// Longer than the status faults below keep a job waiting.
test.use({ environment: environments.slowJobs })

/** The provider runs the job, and the page shows it as waiting while its status cannot be read. */
const running = '[fault:status-500]'

for (const { outcome, fault, balance } of [
  { outcome: 'finishes', fault: '[fault:ignore-cancel]', balance: 50 },
  { outcome: 'is cancelled', fault: '', balance: 350 },
]) {
  test(`a job that ${outcome} after the provider accepted its cancellation shows “Cancelling …” until then`, async ({
    page,
    text,
    enter,
    installation,
  }) => {
    const prompt = `A slow tide ${running} ${fault}`
    await enter(`/creator/video/text-to-video?${new URLSearchParams({ prompt })}`, { credits: 350 })
    const database = await databaseOf(installation.product)
    const accepted = page.waitForResponse('**/cancel')
    await page.getByLabel(text('field_prompt'), { exact: true }).press('Control+Enter')
    const stage = page.getByRole('region', { name: text('stage_label') })
    const heading = stage.getByRole('paragraph').filter({ hasText: text('stage_cancelling') })
    const cancel = stage.getByRole('button', { name: text('stage_cancel'), exact: true }).first()
    await expect(cancel).toBeEnabled()
    // The generation cannot end while its row is locked, so the state lasts until it was seen.
    await database.transaction().execute(async (locking) => {
      await locking
        .selectFrom('generation')
        .select('id')
        .where('status', '=', 'open')
        .forUpdate()
        .execute()
      await cancel.click()
      await expect(stage.getByRole('status')).toHaveText(text('stage_cancelling'))
      await expect(heading).toBeVisible()
      await expect(stage.getByText(text('stage_cancelling_text'))).toBeVisible()
      const answer = await (await accepted).json()
      expect(answer).toMatchObject({ status: 'pending', is_cancelling: true })
    })
    await database.destroy()

    if (outcome === 'finishes') {
      await expect(page.getByText(text('stage_cancel_finished'))).toBeVisible()
      await expect(page.getByText(text('stage_cancel_finished_text'))).toBeVisible()
      await expect(stage.locator('video').first()).toBeVisible()
    } else {
      await expect(stage.getByText(text('stage_cancelled')).first()).toBeVisible()
      await expect(page.getByText(text('stage_cancel_finished'))).toHaveCount(0)
    }
    await expect(heading).toHaveCount(0)
    await expectAccessible(page)
    await expect(page.getByText(text('app_balance', { credits: balance })).first()).toBeVisible()
  })
}

test('a cancellation that arrives after the job began is refused, and the job goes on', async ({
  page,
  text,
  enter,
  installation,
}) => {
  await enter('/creator/video/text-to-video?prompt=A+slow+tide', { credits: 350 })
  await page.route('**/api/generations/*/cancel', async (route) => {
    const address = route
      .request()
      .url()
      .replace(/\/cancel$/, '')
    const readStatus = async () => (await (await page.request.get(address)).json()).status
    await expect.poll(readStatus).toBe('processing')
    await route.continue()
  })
  const refused = page.waitForResponse('**/cancel')
  await page.getByLabel(text('field_prompt'), { exact: true }).press('Control+Enter')
  const stage = page.getByRole('region', { name: text('stage_label') })
  await stage
    .getByRole('button', { name: text('stage_cancel'), exact: true })
    .first()
    .click()
  expect((await refused).status()).toBe(409)
  await expect(page.getByText(text('create_too_late'))).toBeVisible()
  await expect(stage.locator('video').first()).toBeVisible()
  const { data } = await (
    await page.request.get(`${installation.url}/api/video-generation/history`)
  ).json()
  expect(data).toMatchObject([{ status: 'completed' }])
})

test('a waiting job shows its place and can be cancelled and refunded, while others go on', async ({
  page,
  text,
  enter,
  installation,
}) => {
  await enter('/creator/image/text-to-image?image_size=square&model=flux-dev&prompt=a+fox', {
    credits: 200,
  })
  const make = page.getByRole('button', { name: text('create_submit', { count: 1, credits: 30 }) })
  for (const left of [170, 140, 110, 80]) {
    await make.click()
    await expect(page.getByText(text('app_balance', { credits: left })).first()).toBeVisible()
  }
  // One that still waits is put on the stage by its tile, and cancelled there.
  const cancel = page.getByRole('button', { name: text('stage_cancel') })
  const strip = page.getByRole('region', { name: text('stage_strip') })
  await strip
    .getByRole('listitem')
    .filter({ has: cancel })
    .first()
    .getByRole('button')
    .first()
    .click()
  const stage = page.getByRole('region', { name: text('stage_label') })
  await stage
    .getByRole('button', { name: text('stage_cancel'), exact: true })
    .first()
    .click()
  await expect(page.getByText(text('app_balance', { credits: 110 })).first()).toBeVisible()
  await expect(stage.getByText(text('stage_cancelled')).first()).toBeVisible()
  await expect
    .poll(async () => {
      const { data } = await (
        await page.request.get(`${installation.url}/api/image-generation/history`)
      ).json()
      return data.map(({ status }: { status: string }) => status).toSorted()
    })
    .toEqual(['completed', 'completed', 'completed', 'failed'])
})
