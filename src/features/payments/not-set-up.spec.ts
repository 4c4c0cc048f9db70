import { expect, expectAccessible, test } from '#e2e/product.ts'
import { freePort } from '#testing/free-port.ts'

const port = String(await freePort())

test.use({
  language: 'zh',
  environment: {
    ATELIER_MODE: 'production',
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    SESSION_SECRET: 'a secret of at least thirty-two characters',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    FAL_KEY: 'key',
  },
})

test('a studio without payments says that nothing can be bought', async ({ page, text, open }) => {
  await open('/pricing')
  await expect(page.getByText(text('pricing_not_set_up'))).toBeVisible()
  await expect(page.getByRole('row').nth(2)).toBeVisible()
  await expectAccessible(page)
})
