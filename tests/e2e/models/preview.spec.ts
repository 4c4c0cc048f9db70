import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { comfyDefinition } from '#testing/providers/comfyui-model.ts'
import { comfyServer } from '#testing/providers/comfyui-server.ts'
import { samplePng } from '#testing/providers/test-server.ts'
import { expect, test } from '../product.ts'

const models = mkdtempSync(path.join(tmpdir(), 'atelier-own-models-'))
writeFileSync(path.join(models, 'own-image.json'), JSON.stringify(comfyDefinition))
const server = await comfyServer({ isHeld: true })

test.use({ environment: { COMFYUI_URLS: server.url, MODELS_DIR: models } })

test('a running job shows the preview of its ComfyUI server, on the stage and in the history', async ({
  page,
  text,
  enter,
  open,
}) => {
  await enter('/creator/image/text-to-image?model=own-image&prompt=a+fox', { credits: 50 })
  await page.getByRole('button', { name: text('create_submit', { count: 1, credits: 5 }) }).click()
  await expect.poll(() => server.jobs.size).toBe(1)
  server.tellProgress([...server.jobs.keys()][0] ?? '', 40)
  server.sendPreview(await samplePng)
  const preview = page.getByRole('main').locator('img[src^="data:image/webp"]')
  await expect(preview.first()).toBeVisible()
  await expect(page.getByText(text('stage_sample'), { exact: true })).toHaveCount(0)
  await open('/creator/history/image')
  await expect(preview.first()).toBeVisible()
  server.release()
  await expect(page.getByRole('main').locator('[data-viewer-opener]')).toBeVisible()
  await expect(preview).toHaveCount(0)
  server.stop()
})
