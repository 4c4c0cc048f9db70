import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { glbFile, triangle, triangleNumbers } from '#testing/glb.ts'
import { mediaPath } from '#testing/sample-media.ts'
import { expect, expectAccessible, sizes, test } from '../product.ts'

// A software renderer: the machine that tests has no graphics card.
const software = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
test.use({
  launchOptions: {
    ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
    args: [...asRoot, ...software],
  },
})
test.slow()

/** How different the pixels of an element are; 0: all are the same. */
async function contrast(place: Locator): Promise<number> {
  const { channels } = await sharp(await place.screenshot()).stats()
  return Math.max(...channels.map(({ stdev }) => stdev))
}

/** Draws what a file of the studio would be. */
async function replaceMeshes(page: Page, file: Buffer): Promise<void> {
  await page.route('**/media/**/*.glb', (route) =>
    route.fulfill({ body: file, contentType: 'model/gltf-binary' }),
  )
}

for (const language of ['en', 'de'] as const) {
  test.describe(language, () => {
    test.use({
      language,
      viewport: language === 'en' ? sizes.wide : sizes.phone,
      contextOptions: { reducedMotion: 'reduce' },
    })

    test('an image becomes a 3D object, which turns and is in the history', async ({
      page,
      enter,
      open,
      text,
      installation,
    }) => {
      const theme = language === 'en' ? 'dark' : 'light'
      await page.context().addCookies([{ name: 'theme', value: theme, url: installation.url }])
      const chunks: string[] = []
      page.on('request', (request) => chunks.push(request.url()))
      await enter('/creator/image-to-3d', { credits: 100 })
      await expect(page.getByText(text('idle_3d_title'))).toBeVisible()
      await page.locator('input[type=file]').first().setInputFiles(mediaPath('photo.jpg'))
      expect(chunks.filter((url) => url.includes('mesh-scene'))).toEqual([])
      await page
        .getByRole('button', { name: text('create_submit_3d', { credits: 20 }), exact: true })
        .click()

      const label = text('mesh_view', { prompt: text('work_untitled') })
      const object = page.getByRole('application', { name: label })
      await expect(object).toBeVisible({ timeout: 120_000 })
      expect(await contrast(object)).toBeGreaterThan(8)
      expect(chunks.filter((url) => url.includes('mesh-scene'))).not.toEqual([])
      await expectAccessible(page)
      await page.screenshot({ path: test.info().outputPath(`stage-${language}.png`) })

      const first = await object.screenshot()
      await object.focus()
      await page.keyboard.press('+')
      await expect.poll(async () => (await object.screenshot()).equals(first)).toBe(false)
      await page
        .getByRole('button', { name: text('mesh_reset') })
        .first()
        .click()
      await page.mouse.move(0, 0)
      await object.focus()
      await expect.poll(() => contrast(object)).toBeGreaterThan(8)

      await open('/creator/history/3d')
      await page
        .getByRole('main')
        .getByRole('button', { name: new RegExp(text('work_untitled')) })
        .first()
        .click()
      const viewer = page.getByRole('dialog', { name: text('history_viewer') })
      const shown = viewer.getByRole('application', { name: label })
      await expect(shown).toBeVisible()
      expect(await contrast(shown)).toBeGreaterThan(8)
      await shown.focus()
      await page.keyboard.press('ArrowRight')
      await expect(shown).toBeVisible()
      await expectAccessible(page)
      await page.screenshot({ path: test.info().outputPath(`viewer-${language}.png`) })
    })
  })
}

test.describe('a 3D object that is not what it should be', () => {
  test.use({ viewport: sizes.wide, contextOptions: { reducedMotion: 'reduce' } })

  test('fetches nothing that it names elsewhere, and says when it cannot be shown', async ({
    page,
    enter,
    open,
    text,
  }) => {
    const asked: (string | undefined)[] = []
    const elsewhere = createServer((request, response) => {
      asked.push(request.url)
      response.end()
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    const host = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
    const textured = {
      ...triangle,
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
      materials: [{ doubleSided: true, pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
      textures: [{ source: 0 }],
      images: [{ uri: `${host}/texture.png` }],
    }
    const away = { ...triangle, buffers: [{ byteLength: 36, uri: `${host}/geometry.bin` }] }

    await enter('/creator/image-to-3d', { credits: 100 })
    await page.locator('input[type=file]').first().setInputFiles(mediaPath('photo.jpg'))
    await replaceMeshes(page, glbFile(textured, triangleNumbers))
    await page
      .getByRole('button', { name: text('create_submit_3d', { credits: 20 }), exact: true })
      .click()
    const label = text('mesh_view', { prompt: text('work_untitled') })
    const object = page.getByRole('application', { name: label })
    await expect(object).toBeVisible({ timeout: 120_000 })
    expect(await contrast(object)).toBeGreaterThan(8)

    const openRecord = async () => {
      await open('/creator/history/3d')
      const tile = page.getByRole('button', { name: new RegExp(text('work_untitled')) })
      await tile.first().click()
      return page.getByRole('dialog', { name: text('history_viewer') })
    }
    for (const file of [glbFile(away), Buffer.from('no GLB'), glbFile(triangle)]) {
      await replaceMeshes(page, file)
      const viewer = await openRecord()
      await expect(viewer.getByRole('alert')).toHaveText(text('mesh_damaged'))
    }
    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null
    })
    const viewer = await openRecord()
    await expect(viewer.getByRole('alert')).toHaveText(text('mesh_no_webgl'))
    await expectAccessible(page)
    expect(asked).toEqual([])
    elsewhere.close()
  })
})
