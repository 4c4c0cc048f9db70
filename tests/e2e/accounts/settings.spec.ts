import { environments } from '../environments.ts'
import { enterAsOperator } from '../operator.ts'
import { expect, expectAccessible, sizes, test, waitForHydration } from '../product.ts'

// Settings are those of the whole product: the second test sees what the first one has set.
test.use({ environment: { ...environments.usual }, viewport: sizes.wide })
test.describe.configure({ mode: 'default' })

test('an operator blocks a term, and a form refuses it by its field', async ({
  page,
  browser,
  installation: { url },
  enter,
  text,
}) => {
  const operator = await (await browser.newContext({ viewport: sizes.wide })).newPage()
  await enterAsOperator(operator, { url, path: '/admin/moderation' })
  const name = text('admin_setting_change_name', { name: 'English' })
  await operator.getByRole('button', { name }).click()
  const dialog = operator.getByRole('dialog', { name })
  await dialog.getByLabel(text('admin_terms_terms'), { exact: true }).fill('gorgon\nbad phrase')
  await dialog.getByLabel(text('admin_terms_exceptions'), { exact: true }).fill('gorgon zola')
  await dialog.getByRole('textbox', { name: text('admin_reason') }).fill('a test')
  await dialog.getByRole('button', { name: text('admin_setting_change'), exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(
    operator.getByText(text('admin_terms_count', { terms: 2, exceptions: 1 })),
  ).toBeVisible()

  await enter('/creator/image/text-to-image', { credits: 200 })
  const prompt = page.getByLabel(text('field_prompt'), { exact: true })
  await prompt.fill('A GORGON')
  await page.getByRole('button', { name: text('create_submit', { count: 1, credits: 30 }) }).click()
  await expect(page.getByText('contains words that are not allowed here')).toBeVisible()
  await expect(prompt).toHaveAttribute('aria-invalid', 'true')
})

test('an operator changes a price where it is listed, and takes it back', async ({
  page,
  installation: { url },
  text,
}) => {
  await enterAsOperator(page, { url, path: '/admin/prices' })
  const row = page.getByRole('row').filter({ hasText: 'Janus Pro' })
  await expect(row).toContainText('25')
  const change = async (credits: string) => {
    const name = text('admin_price_change_name', { name: 'Janus Pro' })
    await row.getByRole('button', { name }).click()
    const dialog = page.getByRole('dialog', { name })
    await dialog.getByRole('textbox', { name: text('admin_price_own') }).fill(credits)
    await dialog.getByRole('textbox', { name: text('admin_reason') }).fill('a test')
    await dialog.getByRole('button', { name: text('admin_price_change'), exact: true }).click()
    return dialog
  }
  const refused = await change('many')
  await expect(refused.getByRole('alert')).toContainText('model_prices')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(await change('33')).toBeHidden()
  await expect(row).toContainText(text('admin_price_instead', { base: 25 }))
  await expect(row).toContainText('33')
  await expect(await change('')).toBeHidden()
  await expect(row).not.toContainText('33')
})

test('an operator changes settings; open pages, prices and starts follow', async ({
  page,
  browser,
  installation: { url, product },
  enter,
  text,
}) => {
  await enter('/creator/image/text-to-image', { credits: 200 })
  await page.getByLabel(text('field_prompt'), { exact: true }).fill('a kite')
  const submitName = (credits: number) => text('create_submit', { count: 1, credits })
  const submit = (credits: number) => page.getByRole('button', { name: submitName(credits) })
  await expect(submit(30)).toBeVisible()

  const set = async (name: string, value: string) => {
    const words = ['settings', 'set', name, value, '--reason', 'a test']
    expect(await product.atelier(...words)).toMatchObject({ code: 0, said: '' })
  }
  await set('price_percent', '150')
  await expect(submit(45)).toBeVisible()
  await set('banner', '{"text":{"en":"New models on Monday"},"tone":"info"}')
  await expect(page.getByText('New models on Monday')).toBeVisible()

  const other = await (await browser.newContext({ viewport: sizes.wide })).newPage()
  await enterAsOperator(other, { url, path: '/admin/settings' })
  const change = async (label: string, value: string) => {
    const name = text('admin_setting_change_name', { name: label })
    await other.getByRole('button', { name }).click()
    const dialog = other.getByRole('dialog', { name })
    const control = dialog.getByLabel(label, { exact: true })
    if ((await control.evaluate((element) => element.tagName)) === 'SELECT')
      await control.selectOption({ label: value })
    else await control.fill(value)
    await dialog.getByRole('textbox', { name: text('admin_reason') }).fill('a test')
    await dialog.getByRole('button', { name: text('admin_setting_change'), exact: true }).click()
    return dialog
  }
  await expectAccessible(other)
  const refused = await change(text('admin_setting_price_percent'), '0')
  await expect(refused.getByRole('alert')).toContainText('price_percent')
  await refused.getByRole('button', { name: text('admin_cancel') }).click()
  await expect(await change(text('admin_setting_price_percent'), '50')).toBeHidden()
  await expect(submit(15)).toBeVisible()

  await expect(await change(text('admin_setting_studio_name'), 'Lumen')).toBeHidden()
  await expect(page).toHaveTitle(/ · Lumen$/)
  await expect(
    await change(text('admin_setting_maintenance'), text('admin_setting_on')),
  ).toBeHidden()
  await expect(page.getByText(text('app_maintenance'))).toBeVisible()
  await submit(15).click()
  const preview = page.getByRole('region', { name: text('stage_label') })
  await expect(preview.getByText(text('create_not_charged'))).toBeVisible()
  await expect(
    await change(text('admin_setting_maintenance'), text('admin_setting_off')),
  ).toBeHidden()
  await expect(page.getByText(text('app_maintenance'))).toBeHidden()
  await submit(15).click()
  await expect(page.getByRole('main').getByRole('img', { name: 'a kite' }).first()).toBeVisible()
  await expect(page.getByText(/185/).first()).toBeVisible()

  const phone = { viewport: sizes.phone, hasTouch: true, isMobile: true }
  const visitor = await (await browser.newContext(phone)).newPage()
  const code: string[] = []
  visitor.on('request', (request) => {
    if (request.url().endsWith('.js')) code.push(new URL(request.url()).pathname)
  })
  await visitor.goto(`${url}/creator/image/text-to-image`, { waitUntil: 'networkidle' })
  await expect(visitor.getByRole('button', { name: submitName(15) })).toBeVisible()
  await expect(visitor).toHaveTitle(/ · Lumen$/)
  await expect(visitor.getByText('New models on Monday')).toBeVisible()
  expect(code).toEqual([expect.stringContaining('/boot-')])
  await waitForHydration(visitor)
  await visitor
    .getByRole('button', { name: text('app_sign_in'), exact: true })
    .first()
    .click()
  const dialog = visitor.getByRole('dialog', { name: text('sign_in_title') })
  await expect(dialog.getByText('Lumen', { exact: true })).toBeVisible()
  await expectAccessible(visitor)
})
