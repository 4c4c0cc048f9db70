import type { Page } from '@playwright/test'
import { boss, environments } from '../environments.ts'
import { act, enterAsOperator } from '../operator.ts'
import { expect, expectAccessible, sizes, test } from '../product.ts'
import { pickModel } from './fill-form.ts'

const other = 'other@example.com'

test.use({ environment: { ...environments.usual, ADMIN_EMAILS: `${boss},${other}` } })
test.describe.configure({ mode: 'default' })

const list = '/admin/models'
const path = `${list}/text-to-image/my-qwen`
const prompt = 'a kite'
const definitionOf = (page: Page) => page.getByRole('textbox', { name: /JSON/ })

/** Changes the definition in the editor. */
async function edit(page: Page, change: (text: string) => string): Promise<void> {
  const editor = definitionOf(page)
  await editor.fill(change(await editor.inputValue()))
}

test('an operator imports an endpoint, prices, enables, changes and disables it; users and records follow', async ({
  page: user,
  browser,
  installation: { url },
  text,
  enter,
  open,
}) => {
  const page = await browser.newPage({ viewport: sizes.wide })
  const reason = 'a test'
  await enterAsOperator(page, { url, path: list })
  await page.getByRole('button', { name: text('admin_models_add') }).click()
  await page.getByRole('textbox', { name: text('admin_models_endpoint') }).fill('fal-ai/qwen-image')
  await page.getByRole('textbox', { name: text('admin_models_import_price') }).fill('19')
  await page.getByRole('textbox', { name: text('admin_models_id') }).fill('my-qwen')
  await page.getByRole('button', { name: text('admin_models_propose'), exact: true }).click()
  await expect(page.getByText('sync_mode', { exact: true })).toBeVisible()
  const form = page.getByRole('region', { name: text('admin_models_form') })
  const total = form.getByText(text('create_price_total')).locator('xpath=..')
  await expect(total).toContainText('19')
  await form.getByText('2', { exact: true }).click()
  await expect(total).toContainText('38')

  await act(page, text, { title: text('admin_models_save_disabled'), reason })
  await page.waitForURL(`**${path}`)
  await expect(page.getByText(text('admin_models_state_disabled'), { exact: true })).toBeVisible()
  await act(page, text, { title: text('admin_models_enable'), reason })
  await expect(page.getByText(text('admin_models_state_enabled'), { exact: true })).toBeVisible()

  await enter('/creator/image/text-to-image', { credits: 500 })
  const picker = user.getByRole('button', { name: new RegExp(`^${text('create_model')}`) })
  await user.getByLabel(text('field_prompt'), { exact: true }).fill(prompt)
  await pickModel(user, text, /Qwen Image.*19/s)
  const submit = (credits: number) =>
    user.getByRole('button', { name: text('create_submit', { count: 1, credits }) })
  await submit(19).click()
  await expect(user.getByRole('main').getByRole('img', { name: prompt }).first()).toBeVisible()

  await edit(page, (given) => given.replace('"base": 19', '"base": 29'))
  await expect(total).toContainText('29')
  await act(page, text, { title: text('admin_models_save'), reason: 'dearer' })
  const versions = page.getByRole('table', { name: text('admin_models_versions') })
  await expect(versions.getByRole('row').filter({ hasText: 'dearer' })).toBeVisible()
  await expect(submit(29)).toBeVisible()

  await act(page, text, { title: text('admin_models_disable'), reason })
  await expect(picker).not.toContainText('Qwen Image')
  await open('/creator/history/image')
  await user.getByRole('main').locator('[data-viewer-opener]').first().click()
  const details = user.getByRole('complementary', { name: text('history_details') })
  await expect(details).toContainText('Qwen Image')
  const credits = (count: number) =>
    details.getByText(text('history_credits', { credits: count }), { exact: true })
  await expect(credits(19).first()).toBeVisible()
  await expect(credits(29)).toHaveCount(0)

  await page.goto(`${url}/admin/audit`)
  const log = page.getByRole('table').getByRole('row')
  await expect(log.filter({ hasText: text('admin_act_model_save') })).toHaveCount(2)
  await page.close()
})

test('a broken definition shows its problem with its path and changes nothing', async ({
  page,
  installation: { url },
  text,
}) => {
  await page.setViewportSize(sizes.phone)
  await enterAsOperator(page, { url, path: `${list}/text-to-image/flux-schnell` })
  const problems = page.getByRole('status', { name: text('admin_models_problems') })
  const save = page.getByRole('button', { name: text('admin_models_save'), exact: true })
  await expect(problems).toContainText(text('admin_models_valid'))
  await expectAccessible(page)
  const form = page.getByRole('region', { name: text('admin_models_form') })
  await form.getByLabel(text('field_prompt'), { exact: true }).fill(prompt)

  await edit(page, (given) => given.replace(/"name": "[^"]*"/, '"name": "<b>Bold</b>"'))
  await expect(problems.getByText('name', { exact: true })).toBeVisible()
  await expect(form).toContainText(text('admin_models_form_old'))
  await expect(form.getByLabel(text('field_prompt'), { exact: true })).toHaveValue(prompt)
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await save.click({ force: true })
  await expect(page.getByRole('dialog')).toBeHidden()

  await definitionOf(page).fill('{ "id": ')
  await expect(problems).toContainText(/JSON/)
  const answer = await page.request.get(`${url}/api/admin/models/text-to-image/flux-schnell`)
  expect(await answer.json()).toMatchObject({ version: 1, source: 'built-in' })
  await page.getByRole('button', { name: text('admin_models_revert') }).click()
  await expect(problems).toContainText(text('admin_models_valid'))
})

test('of two operators who edit one model, the second is refused, keeps the text and saves it on top', async ({
  page,
  browser,
  installation: { url },
  text,
}) => {
  const one = `${list}/text-to-image/flux-dev`
  await enterAsOperator(page, { url, path: one })
  const second = await browser.newPage()
  await enterAsOperator(second, { url, path: one, email: other })
  const title = text('admin_models_save')
  await edit(second, (given) => given.replace(/"base": \d+/, '"base": 41'))

  await edit(page, (given) => given.replace(/"base": \d+/, '"base": 40'))
  await act(page, text, { title, reason: 'first' })

  await second.getByRole('button', { name: title, exact: true }).click()
  const dialog = second.getByRole('dialog', { name: title })
  await dialog.getByRole('textbox', { name: text('admin_reason') }).fill('second')
  await dialog.getByRole('button', { name: title, exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('changed in the meantime')
  await dialog.getByRole('button', { name: text('admin_cancel') }).click()
  const author = boss
  await expect(
    second.getByText(text('admin_models_changed_meanwhile', { version: 2, author })),
  ).toBeVisible()
  await second.getByRole('button', { name: text('admin_models_keep_text') }).click()
  await expect(definitionOf(second)).toHaveValue(/"base": 41/)
  await act(second, text, { title, reason: 'second' })
  await expect(
    page.getByText(text('admin_models_changed_meanwhile', { version: 3, author: other })),
  ).toBeVisible()
  await page.getByRole('button', { name: text('admin_models_load_current') }).click()
  await expect(definitionOf(page)).toHaveValue(/"base": 41/)
  await second.close()
})

test('the keyboard focus stays on the button that shows an earlier version', async ({
  page,
  installation: { url },
  text,
}) => {
  await enterAsOperator(page, { url, path: `${list}/text-to-image/janus-pro` })
  await edit(page, (given) => given.replace(/"name": "[^"]*"/, '"name": "Janus again"'))
  await act(page, text, { title: text('admin_models_save'), reason: 'a test' })
  const show = page.getByRole('button', { name: text('admin_models_show_version', { version: 1 }) })
  await show.focus()
  await page.keyboard.press('Enter')
  const shown = page.getByRole('button', {
    name: text('admin_models_shown_version', { version: 1 }),
  })
  await expect(shown).toBeFocused()
  await expect(definitionOf(page)).not.toHaveValue(/Janus again/)
})
