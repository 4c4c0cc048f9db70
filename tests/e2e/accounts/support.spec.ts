import { environments } from '../environments.ts'
import { act, enterAsOperator } from '../operator.ts'
import { expect, expectAccessible, sizes, test } from '../product.ts'
import { jobs } from '../work.ts'

test.use({
  environment: environments.unrefunded,
  viewport: sizes.wide,
})

test('support reads an account, refunds up to the limit, is refused beyond it, and sees no money pages', async ({
  page,
  browser,
  installation: { url, product },
  account,
  enter,
  text,
}) => {
  const helper = await account({ credits: 0, paid: false })
  const atelier = async (...words: string[]) => {
    const { code, said } = await product.atelier(...words, '--reason', 'a test')
    expect({ code, said }).toEqual({ code: 0, said: '' })
  }
  await atelier('account', 'role', '--email', helper, '--role', 'support')
  await atelier('settings', 'set', 'support_refund_limit', '50')
  const email = await enter('/creator/history', { credits: 1_000 })
  const [cheap, dear] = [await jobs.audio(page, 'wind'), await jobs.video(page)]
  for (const id of [cheap, dear])
    await expect
      .poll(() =>
        page.evaluate(
          async (at) => (await (await fetch(at)).json()).status,
          `/api/generations/${id}`,
        ),
      )
      .toBe('failed')

  const desk = await (await browser.newContext({ viewport: sizes.wide })).newPage()
  await enterAsOperator(desk, {
    url,
    path: `/admin/accounts/${encodeURIComponent(email)}`,
    email: helper,
  })
  await expect(desk.getByRole('heading', { name: email })).toBeVisible()
  const tabs = desk.getByRole('navigation', { name: text('admin_tabs') }).getByRole('link')
  await expect(tabs).toHaveText(
    (['overview', 'accounts', 'generations', 'moderation', 'audit'] as const).map((tab) =>
      text(`admin_tab_${tab}`),
    ),
  )
  for (const hidden of [
    'admin_take',
    'admin_suspend',
    'admin_export',
    'admin_delete_account',
    'admin_role_change',
  ])
    await expect(desk.getByRole('button', { name: text(hidden), exact: true })).toHaveCount(0)
  await expectAccessible(desk)

  await desk.goto(`${url}/admin/generations/${cheap}`)
  await act(desk, text, { title: text('admin_refund'), reason: 'the outage of Monday' })
  await expect(desk.getByRole('button', { name: text('admin_refund'), exact: true })).toHaveCount(0)
  await expect(desk.getByRole('table', { name: text('admin_timeline') })).toBeVisible()

  await desk.goto(`${url}/admin/generations/${dear}`)
  await desk.getByRole('button', { name: text('admin_refund'), exact: true }).click()
  const dialog = desk.getByRole('dialog', { name: text('admin_refund') })
  await dialog.getByRole('textbox', { name: text('admin_reason') }).fill('more than support may')
  await dialog.getByRole('button', { name: text('admin_refund'), exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('50')
  await expectAccessible(desk)

  for (const path of ['prices', 'codes', 'groups', 'settings', 'models', 'webhooks']) {
    await desk.goto(`${url}/admin/${path}`)
    await expect(desk.getByRole('heading', { name: text('app_not_found_title') })).toBeVisible()
  }
  const statuses = await desk.evaluate(() =>
    Promise.all(
      ['prices', 'figures?unit=month', 'settings'].map(
        async (path) => (await fetch(`/api/admin/${path}`)).status,
      ),
    ),
  )
  expect(statuses).toEqual([403, 403, 403])

  const left = await page.evaluate(async () => (await (await fetch('/api/account')).json()).credits)
  const video = await page.evaluate(
    async (at) => (await (await fetch(at)).json()).credits_charged,
    `/api/generations/${dear}`,
  )
  expect(left).toMatchObject({ left_credits: 1_000 - video })
})
