import { readFile } from 'node:fs/promises'
import { environments } from '../environments.ts'
import { act, enterAsOperator } from '../operator.ts'
import { expect, expectAccessible, sizes, test } from '../product.ts'
import { jobs } from '../work.ts'

// At the end, no file of the product is blocked.
test.use({ environment: { ...environments.usual }, viewport: sizes.wide })

test('an owner exports an account, allows a removed file again, and deletes the account', async ({
  page,
  browser,
  installation: { url },
  enter,
  text,
}) => {
  const email = await enter('/creator/history/image', { credits: 500 })
  const id = await jobs.images(page, { num_images: 1 })
  const status = () =>
    page.evaluate(async (at) => (await (await fetch(at)).json()).status, `/api/generations/${id}`)
  await expect.poll(status).toBe('completed')

  const desk = await (await browser.newContext({ viewport: sizes.wide })).newPage()
  await enterAsOperator(desk, { url, path: '/admin/accounts' })
  const accountId = await desk.evaluate(
    async (path) => (await (await fetch(path)).json()).id,
    `/api/admin/accounts/${encodeURIComponent(email)}`,
  )
  const account = `${url}/admin/accounts/${accountId}`
  await desk.goto(account)
  await expect(desk.getByRole('heading', { name: email })).toBeVisible()
  const [file] = await Promise.all([
    desk.waitForEvent('download'),
    act(desk, text, { title: text('admin_export'), reason: 'a request by letter' }),
  ])
  expect(file.suggestedFilename()).toMatch(/\.zip$/)
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')

  const removed = await desk.evaluate(async (path) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ reason: 'a test', note: 'It shows a real person' })
    return (await fetch(path, { method: 'POST', headers, body })).status
  }, `/api/admin/moderation/${id}/takedown`)
  expect(removed).toBe(200)
  await desk.goto(`${url}/admin/moderation`)
  const unblock = desk.getByRole('button', { name: /^Unblock file/ })
  await unblock.first().click()
  const dialog = desk.getByRole('dialog')
  const title = text('admin_hashes_unblock')
  await dialog.getByRole('button', { name: title, exact: true }).click()
  await expect(dialog.getByText(text('admin_reason_missing'))).toBeVisible()
  await expectAccessible(desk)
  await dialog.getByRole('textbox', { name: text('admin_reason') }).fill('it was another one')
  await dialog.getByRole('button', { name: title, exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(unblock).toHaveCount(0)

  await desk.goto(account)
  const remove = text('admin_delete_account')
  await desk.getByRole('button', { name: remove, exact: true }).click()
  await dialog.getByRole('textbox', { name: text('admin_reason') }).fill('a request by letter')
  const address = dialog.getByLabel(text('admin_delete_account_type', { email }))
  await address.fill('other@example.com')
  await dialog.getByRole('button', { name: remove, exact: true }).click()
  await expect(dialog.getByText(text('admin_delete_account_differs'))).toBeVisible()
  await expectAccessible(desk)
  await address.fill(email)
  await dialog.getByRole('button', { name: remove, exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(desk.getByText(text('admin_state_deleted'), { exact: true })).toBeVisible()
  await expect(desk.getByRole('button', { name: remove, exact: true })).toHaveCount(0)
  await page.goto(`${url}/account`)
  await expect(
    page.getByRole('button', { name: text('app_sign_in'), exact: true }).first(),
  ).toBeVisible()

  await desk.goto(`${url}/admin/audit`)
  const log = desk.getByRole('table', { name: text('admin_acts') })
  await expect(log.getByRole('row', { name: /a request by letter/ })).toHaveCount(2)
  await expect(log.getByRole('row', { name: /it was another one/ })).toHaveCount(1)
})
