import { expect, expectAccessible, test } from '../product.ts'

test('a failed job shows the reason, and that nothing was charged', async ({
  page,
  text,
  open,
  account,
  signIn,
}) => {
  const email = await account({ credits: 100 })
  await open('/creator/image/text-to-image?prompt=a+fox+[fault:internal-error]&image_size=square')
  const make = page.getByRole('button', { name: text('create_submit', { count: 1, credits: 30 }) })
  await make.click()
  await page.getByRole('dialog').getByText(text('sign_in_with_google')).click()

  // The balance is asked for after the charge, and the answer comes when the refund is long known.
  const balancePath = '**/api/account'
  const { promise: refunded, resolve: letAnswer } = Promise.withResolvers<void>()
  await page.route('**/create', async (route) => {
    const charge = await route.fetch()
    await page.route(balancePath, async (late) => {
      const response = await late.fetch()
      await refunded
      await late.fulfill({ response })
    })
    await route.fulfill({ response: charge })
  })
  await signIn(email)
  const stage = page.getByRole('region', { name: text('stage_label') })
  await expect(stage.getByRole('heading', { name: text('stage_failed') })).toBeVisible()
  await expect(stage.getByText('The model failed while working on this.')).toBeVisible()
  const balance = page.getByText(text('app_balance', { credits: 100 })).first()
  await expect(balance).toBeVisible()
  const answered = page.waitForResponse(balancePath)
  letAnswer()
  await (await answered).finished()
  await expect(balance).toBeVisible()
  await expectAccessible(page)

  await stage.getByRole('button', { name: text('receipt_title') }).click()
  const receipt = page.getByRole('dialog', { name: text('receipt_title') })
  await expect(receipt.getByText(text('receipt_not_charged'))).toBeVisible()
  await expect(receipt).toContainText(
    `${text('receipt_refunded')}−${text('receipt_credits', { count: 30, credits: 30 })}`,
  )
  await expect(receipt).toContainText('The model failed while working on this.')
  await expectAccessible(page)
})

test('a job that the provider never confirmed shows that, and can be cancelled with a refund', async ({
  page,
  text,
  enter,
}) => {
  // A video is waited for longer than this test takes.
  await enter('/creator/video/text-to-video?prompt=a+fox+[fault:drop-before]', { credits: 500 })
  await page.getByRole('button', { name: text('create_submit_video', { credits: 300 }) }).click()
  const stage = page.getByRole('region', { name: text('stage_label') })
  await expect(stage.getByText(text('work_unconfirmed'))).toBeVisible()
  await expect(stage.getByText(text('work_unconfirmed_short')).first()).toBeVisible()
  // What waits pulses for as long as it waits, and the check is of a page at rest.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expectAccessible(page)
  // The tile in the strip has the same button.
  await stage
    .getByRole('button', { name: text('work_stop_waiting') })
    .first()
    .click()
  await expect(stage.getByText(text('stage_cancelled')).first()).toBeVisible()
  await expect(page.getByText(text('app_balance', { credits: 500 })).first()).toBeVisible()
})
