import { readFile } from 'node:fs/promises'
import { mediaPath } from '#testing/sample-media.ts'
import { expect, expectAccessible, sizes, test } from '../product.ts'

for (const language of ['en', 'de', 'zh'] as const) {
  test.describe(language, () => {
    test.use({ language, viewport: language === 'en' ? sizes.wide : sizes.phone })

    test('a recording becomes a text with times, which can be saved as subtitles', async ({
      page,
      enter,
      text,
    }) => {
      await enter('/creator/speech-to-text', { credits: 100 })
      await expect(page.getByText(text('idle_transcription_title'))).toBeVisible()
      const submit = page.getByRole('button', {
        name: text('create_submit_transcription', { credits: 30 }),
        exact: true,
      })
      await page.locator('input[type=file]').first().setInputFiles(mediaPath('sound.mp3'))
      await submit.click()

      const transcript = page.getByRole('region', { name: text('transcript_text'), exact: true })
      await expect(transcript).toBeVisible({ timeout: 60_000 })
      await expect(transcript.getByText(text('understand_mock'), { exact: true })).toBeVisible()
      await expect(transcript).not.toContainText('[development mode]')
      await expect(
        transcript.getByRole('button', { name: text('transcript_play_from', { time: '0:00' }) }),
      ).toBeVisible()
      await expectAccessible(page)
      await page.screenshot({ path: test.info().outputPath(`transcript-${language}.png`) })

      const save = page.getByRole('button', { name: text('stage_download'), exact: true })
      if (!(await save.isVisible())) await page.getByText(text('stage_more')).click()
      await save.click()
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: text('transcript_download_srt') }).click()
      const saved = await download
      expect(saved.suggestedFilename()).toMatch(/^transcript-\d{4}-\d\d-\d\d\.srt$/)
      expect(await readFile(await saved.path(), 'utf8')).toMatch(
        /^1\n00:00:00,000 --> 00:00:0\d,\d{3}\n.+\n\n/,
      )
    })
  })
}

test('a recording becomes another one as long as it is', async ({ page, enter, text }) => {
  await enter('/creator/audio-to-audio', { credits: 500 })
  await expect(page.getByText(text('idle_remix_title'))).toBeVisible()
  await page.locator('input[type=file]').first().setInputFiles(mediaPath('sound.wav'))
  await page.getByLabel(text('field_prompt'), { exact: true }).fill('On a cello')
  await page
    .getByRole('button', { name: text('create_submit_remix', { credits: 200 }), exact: true })
    .click()
  const player = page.getByRole('region', { name: text('work_audio', { prompt: 'On a cello' }) })
  await expect(player.locator('audio')).toBeAttached({ timeout: 60_000 })
  await expect(page.getByRole('region', { name: text('work_source_video') })).toHaveCount(0)
  await page.screenshot({ path: test.info().outputPath('remix.png') })
})
