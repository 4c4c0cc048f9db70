import { expect, expectAccessible, test } from './product.ts'

test.use({ environment: { MOCK_DELAY_MS: '300', MOCK_FAILURE_RATE: '1' } })

test('a job that fails says so in words, and that nothing was charged', async ({
  page,
  text,
  open,
  account,
  signIn,
}) => {
  const email = await account({ credits: 100 })
  await open('/creator/image/text-to-image?prompt=a+fox&image_size=square')
  const make = page.getByRole('button', { name: text('create_submit', { count: 1, credits: 30 }) })
  await make.click()
  await page.getByRole('dialog').getByText(text('sign_in_with_google')).click()
  await signIn(email)

  await make.click()
  const stage = page.getByRole('region', { name: text('stage_label') })
  await expect(stage.getByRole('heading', { name: text('stage_failed') })).toBeVisible({ timeout: 30_000 })
  await expect(stage.getByText('The model failed while working on this.')).toBeVisible()
  await expect(page.getByText(text('app_balance', { credits: 100 })).first()).toBeVisible()
  await expectAccessible(page)
})
