import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '#testing/free-port.ts'
import { comfyDefinition } from '#testing/providers/comfyui-model.ts'
import { expect, expectAccessible, sizes, test } from '../product.ts'

const models = mkdtempSync(path.join(tmpdir(), 'atelier-own-models-'))
writeFileSync(path.join(models, 'own-image.json'), JSON.stringify(comfyDefinition))
const port = String(await freePort())

test.use({
  environment: {
    ATELIER_MODE: 'production',
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    SESSION_SECRET: 'a secret of at least thirty-two characters',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    FAL_KEY: '',
    COMFYUI_URLS: 'http://127.0.0.1:9',
    MODELS_DIR: models,
  },
})

// They share the port.
test.describe.configure({ mode: 'default' })

test('a studio whose only provider is ComfyUI shows its models alone', async ({
  page,
  text,
  open,
}) => {
  await page.setViewportSize(sizes.wide)
  await open('/creator/image/text-to-image')
  const main = page.getByRole('main')
  await expect(main).toContainText('An image on own machines')
  const forms = page.getByRole('navigation', { name: text('nav_label') }).getByRole('link')
  const named = [text('nav_image'), text('nav_text_to_image')]
  await expect(forms.filter({ visible: true })).toHaveText(named)

  await open('/pricing')
  await expect(main.getByRole('row').filter({ hasText: 'An image on own machines' })).toBeVisible()
  await expect(main.getByRole('row').filter({ hasText: 'FLUX' })).toHaveCount(0)
  await expect(forms.filter({ visible: true })).toHaveText([named[0] ?? ''])

  await open('/creator/video/text-to-video')
  await expect(main).toContainText(text('create_no_model'))
  await expectAccessible(page)
})

test.describe('in Chinese, on a phone', () => {
  test.use({ language: 'zh', viewport: sizes.phone })

  test('the page of prices says what things cost', async ({ page, open }) => {
    await open('/pricing')
    const row = page.getByRole('row').filter({ hasText: 'An image on own machines' })
    const price = String(comfyDefinition.price.base)
    await expect(row.getByRole('cell', { name: price, exact: true })).toBeVisible()
    await expectAccessible(page)
  })
})
