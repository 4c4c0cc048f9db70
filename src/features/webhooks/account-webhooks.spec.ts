import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { environments } from '#e2e/environments.ts'
import { expect, expectAccessible, sizes, test } from '#e2e/product.ts'

test.use({ environment: environments.privateAddresses })

test.describe('on a phone', () => {
  test.use({ viewport: sizes.phone })

  test('a person makes a webhook, tries it, receives an event, sends it again and deletes it', async ({
    page,
    enter,
    open,
    text,
  }) => {
    const received: { type: string }[] = []
    let status = 200
    const server = createServer(async (request, response) => {
      received.push(JSON.parse(await readText(request)))
      response.writeHead(status).end()
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`
    const button = (name: string) => page.getByRole('button', { name, exact: true })

    await enter('/account/webhooks', { credits: 200 })
    await expect(page.getByText(text('webhooks_none'))).toBeVisible()
    const sample = page.getByRole('region', { name: text('webhooks_local_sample_name') })
    await expect(sample).toContainText(/webhook-signature: v1,[\w+/]+=/)
    const guide = page.getByRole('link', { name: text('webhooks_local_guide') })
    const rules = await page.request.get(
      new URL((await guide.getAttribute('href')) ?? '', page.url()).href,
    )
    expect(rules.headers()['content-type']).toMatch(/^text\/plain/)
    expect(await rules.text()).toContain('# Webhooks')
    await button(text('webhooks_make')).click()
    await expect(page.getByText(text('webhooks_url_missing'))).toBeVisible()
    await page.getByLabel(text('webhooks_url'), { exact: true }).fill(url)
    await button(text('webhooks_make')).click()
    await expect(page.getByText(/^whsec_/)).toBeVisible()
    await expectAccessible(page)
    await button(text('webhooks_done')).click()

    const line = page.getByRole('listitem', { name: url })
    await button(text('webhooks_test')).click()
    await expect(page.getByText(text('webhooks_test_delivered'))).toBeVisible()
    status = 500
    await button(text('webhooks_test')).click()
    await expect(page.getByText(text('webhooks_test_failed'))).toBeVisible()
    status = 200

    await open('/creator/image/text-to-image?prompt=a+kite')
    await page
      .getByRole('button', { name: text('create_submit', { count: 1, credits: 30 }) })
      .click()
    await expect.poll(() => received.at(-1)?.type).toBe('generation.completed')
    await open('/account/webhooks')
    await button(text('webhooks_messages')).click()
    await expect(line.getByText('generation.completed')).toBeVisible()
    await expectAccessible(page)
    const before = received.length
    await line
      .getByRole('button', { name: text('webhooks_repeat') })
      .first()
      .click()
    await expect.poll(() => received.length).toBe(before + 1)

    await button(text('webhooks_disable')).click()
    await expect(line.getByText(text('webhooks_off'))).toBeVisible()
    await line.getByRole('button', { name: text('webhooks_delete'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: text('webhooks_delete'), exact: true }).click()
    await expect(page.getByText(text('webhooks_none'))).toBeVisible()
    server.close()
  })
})
