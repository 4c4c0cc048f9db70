import { enterAsOperator } from '#e2e/operator.ts'
import { expect, expectAccessible, sizes, test } from '#e2e/product.ts'

test.use({ viewport: sizes.wide })

test('an operator makes a group; its member meets its limits until it is deleted', async ({
  page,
  browser,
  installation: { url },
  enter,
  open,
  text,
}) => {
  const email = await enter('/creator/image/text-to-image', { credits: 200 })
  const operator = await (await browser.newContext({ viewport: sizes.wide })).newPage()
  await enterAsOperator(operator, { url, path: '/admin/groups' })
  await expect(operator.getByText(text('admin_groups_none'))).toBeVisible()
  await operator.getByRole('button', { name: text('admin_group_new'), exact: true }).click()
  const dialog = operator.getByRole('dialog')
  const send = (title: string) => dialog.getByRole('button', { name: title, exact: true }).click()
  await dialog.getByRole('textbox', { name: text('admin_reason'), exact: true }).fill('a test')
  await send(text('admin_group_new'))
  await expect(dialog.getByText(text('admin_group_name_missing'))).toBeVisible()
  await dialog.getByLabel(text('admin_group_name'), { exact: true }).fill('Class 7b')
  await dialog.getByLabel(text('admin_group_models')).fill('no-such-model')
  await send(text('admin_group_new'))
  await expect(dialog.getByRole('alert')).toContainText('no-such-model')
  await dialog.getByLabel(text('admin_group_models')).fill('')
  await dialog.getByLabel(text('admin_group_ceiling')).fill('20')
  await dialog.getByLabel(text('admin_group_quota')).fill('1.5')
  await expectAccessible(operator)
  await send(text('admin_group_new'))
  const row = operator.getByRole('row', { name: 'Class 7b' })
  await expect(row).toContainText('1.5 GB')

  await operator.goto(`${url}/admin/accounts/${encodeURIComponent(email)}`)
  await operator.getByRole('button', { name: text('admin_groups_change'), exact: true }).click()
  await dialog.getByRole('checkbox', { name: 'Class 7b' }).check()
  await dialog.getByRole('textbox', { name: text('admin_reason'), exact: true }).fill('a test')
  await expectAccessible(operator)
  await send(text('admin_groups_change'))
  await expect(dialog).toBeHidden()
  await expect(operator.getByText('Class 7b').first()).toBeVisible()

  await open('/account')
  const limits = page.getByRole('region', { name: text('account_studio_limits') })
  await expect(limits).toContainText('Class 7b')
  await expect(limits).toContainText('1.5 GB')
  await open('/creator/image/text-to-image')
  await page.getByLabel(text('field_prompt'), { exact: true }).fill('a kite')
  const submit = page.getByRole('button', {
    name: text('create_submit', { count: 1, credits: 30 }),
  })
  await submit.click()
  await expect(page.getByRole('heading', { name: /Class 7b.*20/ })).toBeVisible()

  await operator.goto(`${url}/admin/groups`)
  await operator
    .getByRole('button', { name: text('admin_group_delete_name', { name: 'Class 7b' }) })
    .click()
  await dialog.getByRole('textbox', { name: text('admin_reason'), exact: true }).fill('a test')
  await send(text('admin_group_delete'))
  await expect(operator.getByText(text('admin_groups_none'))).toBeVisible()
  await submit.click()
  await expect(page.getByRole('main').getByRole('img', { name: 'a kite' }).first()).toBeVisible()
})

test('a member sees only the models of its group, and again all when it is deleted', async ({
  page,
  browser,
  installation: { url },
  enter,
  open,
  text,
}) => {
  const email = await enter('/creator/image/text-to-image', { credits: 200 })
  const operator = await (await browser.newContext({ viewport: sizes.wide })).newPage()
  await enterAsOperator(operator, { url, path: '/admin/groups' })
  const send = (path: string, body: object) =>
    operator.evaluate(
      async ([path, body]) => {
        const headers = { 'content-type': 'application/json' }
        return (await fetch(path, { method: 'POST', headers, body })).status
      },
      [path, JSON.stringify({ reason: 'a test', ...body })] as const,
    )
  const main = page.getByRole('main')
  const prompt = main.getByLabel(text('field_prompt'), { exact: true })
  const menu = page.getByRole('navigation', { name: text('nav_label'), exact: true })
  const video = menu.getByRole('link', { name: text('nav_video'), exact: true })
  await prompt.fill('a kite over the sea')
  await expect(main.getByText('FLUX.1 dev').first()).toBeVisible()
  const limits = { name: 'Drawing', models: ['flux-schnell'] }
  expect(await send('/api/admin/groups', { group: limits })).toBe(200)
  const account = `/api/admin/accounts/${encodeURIComponent(email)}/groups`
  expect(await send(account, { groups: ['Drawing'] })).toBe(200)

  // The open form follows, with what was typed.
  await expect(main.getByText('FLUX.1 schnell').first()).toBeVisible()
  await expect(main.getByText('FLUX.1 dev')).toHaveCount(0)
  await expect(prompt).toHaveValue('a kite over the sea')
  await expect(video).toHaveCount(0)
  await open('/pricing')
  await expect(main.getByRole('rowheader', { name: 'FLUX.1 schnell' })).toBeVisible()
  await expect(main.getByText('FLUX.1 dev')).toHaveCount(0)
  await open('/creator/video')
  await expect(page.getByText(text('create_no_model_allowed'), { exact: true })).toBeVisible()
  await expectAccessible(page)
  const other = text('create_no_model_open', { name: text('nav_image') })
  await page.getByRole('link', { name: other, exact: true }).click()
  await expect(main.getByText('FLUX.1 schnell').first()).toBeVisible()

  expect(await send('/api/admin/groups/delete', { name: 'Drawing' })).toBe(200)
  await expect(video).toBeVisible()
})
