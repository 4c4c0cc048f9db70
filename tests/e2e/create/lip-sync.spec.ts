import { mediaPath } from '#testing/sample-media.ts'
import { environments } from '../environments.ts'
import { expect, expectAccessible, sizes, test } from '../product.ts'

// Models are those of the whole product.
test.use({ environment: { ...environments.usual }, viewport: sizes.wide })
test.describe.configure({ mode: 'default' })
test.slow()

test('a face in a video or an image speaks to a recording', async ({
  page,
  installation: { product, url },
  text,
  enter,
  open,
}) => {
  for (const id of ['sync-lipsync-v2', 'latentsync', 'creatify-aurora']) {
    const added = await product.atelier('model', 'add', id, '--enable', '--reason', 'a test')
    expect(added).toMatchObject({ code: 0, said: '' })
  }
  await expect
    .poll(async () => (await page.request.get(`${url}/api/models?kind=video`)).text())
    .toContain('creatify-aurora')
  const faces = [
    ['latentsync', 'clip-silent.mp4', 300],
    ['creatify-aurora', 'photo.jpg', '8,400'],
  ] as const
  await enter('/creator/video/text-to-video', { credits: 9000 })
  await page
    .getByRole('navigation', { name: text('create_start') })
    .getByRole('link', { name: text('create_start_audio') })
    .click()
  await expect(page.getByRole('heading', { name: text('nav_lip_sync') })).toBeVisible()
  await expect(page.getByText(text('idle_lip_sync_title'))).toBeVisible()
  await expectAccessible(page)

  for (const [model, face, credits] of faces) {
    await open(`/creator/video/lip-sync?model=${model}`)
    const submit = page.getByRole('button', { name: text('create_submit_video', { credits }) })
    await submit.click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    const files = page.locator('input[type=file]')
    await files.nth(0).setInputFiles(mediaPath(face))
    await files.last().setInputFiles(mediaPath('sound.mp3'))
    const created = page.waitForResponse('**/api/wan/createVideo')
    await submit.click()
    const answer = await created
    expect(answer.request().postDataJSON()).toMatchObject({ video_generation_type: 'lip-sync' })
    const { id } = await answer.json()
    const read = async () => (await page.request.get(`${url}/api/generations/${id}`)).json()
    await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('completed')
    const made = await read()
    expect(made).toMatchObject({
      kind: 'video',
      generation_type: 'lip-sync',
      model,
      images: [{ content_type: 'video/mp4' }],
    })
    expect(made.inputs).toHaveLength(2)
    const video = page.getByRole('main').locator(`video[src="${made.images[0].url}"]`)
    await expect(video.first()).toBeVisible()
    await page.screenshot({ path: test.info().outputPath(`${model}.png`) })
  }
})
