import { databaseOf, expect, test } from '#e2e/product.ts'

test('an account with a debt is offered no pack below it, and a suspended account cannot buy', async ({
  page,
  text,
  open,
  enter,
  installation,
}) => {
  const email = await enter('/creator/image/text-to-image?prompt=a+fox&image_size=square', {
    credits: 0,
  })
  const database = await databaseOf(installation.product)
  await database.updateTable('account').set({ owed: 1_200 }).where('email', '=', email).execute()
  await page.reload()
  await page.getByRole('button', { name: text('create_submit', { count: 1, credits: 30 }) }).click()
  const dialog = page.getByRole('dialog', { name: text('upgrade_credits_title') })
  await expect(dialog).toContainText(`${text('upgrade_owed')}1,200${text('upgrade_missing')}1,230`)
  await expect(
    dialog.getByRole('listitem').filter({ hasText: text('upgrade_enough') }),
  ).toContainText('3,300')

  await database
    .updateTable('account')
    // Without the debt, which no payment explains: other journeys verify the ledger.
    .set({ owed: 0, suspended_at: new Date() })
    .where('email', '=', email)
    .execute()
  await database.destroy()
  await open('/pricing')
  await expect(page.getByText(text('account_suspended_text'))).toBeVisible()
  await expect(
    page.getByRole('heading', { name: text('pricing_pack', { credits: '3,300' }) }),
  ).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await page.getByRole('button', { name: email }).click()
  await expect(page.getByRole('link', { name: text('keys_title') })).toBeVisible()
  await expect(page.getByRole('link', { name: text('pricing_title') })).toHaveCount(0)
})
