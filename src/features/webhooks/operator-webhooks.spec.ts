import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { environments } from '#e2e/environments.ts'
import { enterAsOperator } from '#e2e/operator.ts'
import { expect, expectAccessible, sizes, test } from '#e2e/product.ts'

test.use({ environment: environments.privateAddresses })

test.describe('on a phone', () => {
  test.use({ viewport: sizes.phone })

  test('an operator creates a webhook, tries it, receives an event, sends it again and deletes it', async ({
    page,
    browser,
    installation: { url: origin },
    text,
  }) => {
    const received: { type: string }[] = []
    const server = createServer(async (request, response) => {
      received.push(JSON.parse(await readText(request)))
      response.writeHead(200).end()
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`
    const dialog = page.getByRole('dialog')
    const button = (name: string, within = page.locator('main')) =>
      within.getByRole('button', { name, exact: true })
    const giveReason = () =>
      dialog.getByRole('textbox', { name: text('admin_reason'), exact: true }).fill('a test')

    await enterAsOperator(page, { url: origin, path: '/admin/webhooks' })
    await expect(page.getByText(text('admin_webhooks_none'))).toBeVisible()
    const create = text('admin_webhook_new')
    await button(create).click()
    await giveReason()
    await button(create, dialog).click()
    await expect(dialog.getByText(text('webhooks_url_missing'))).toBeVisible()
    await dialog.getByLabel(text('webhooks_url'), { exact: true }).fill(url)
    await expectAccessible(page)
    await button(create, dialog).click()
    await expect(page.getByLabel(text('webhooks_secret_once'))).toHaveValue(/^whsec_/)
    await expectAccessible(page)

    await button(text('admin_webhook_test_name', { url })).click()
    await expect(page.getByText(text('webhooks_test_delivered'))).toBeVisible()
    const visitor = await (await browser.newContext()).newPage()
    await enterAsOperator(visitor, { url: origin, path: '/account', email: 'new@example.com' })
    await expect.poll(() => received.at(-1)?.type, { timeout: 20_000 }).toBe('account.created')

    const line = page.getByRole('listitem', { name: url })
    await button(text('admin_webhook_messages_name', { url })).click()
    await expect(line.getByText('account.created')).toBeVisible()
    await expectAccessible(page)
    const before = received.length
    await button(text('webhooks_repeat'), line).first().click()
    await expect.poll(() => received.length, { timeout: 20_000 }).toBe(before + 1)

    const remove = text('admin_webhook_delete_name', { url })
    await button(remove).click()
    await giveReason()
    await button(text('webhooks_delete'), dialog).click()
    await expect(page.getByText(text('admin_webhooks_none'))).toBeVisible()
    server.close()
  })
})
