import type { Locator, Page } from '@playwright/test'
import { kinds } from '#core/models/rules/kinds.ts'
import { expect, expectAccessible, sizes, type Text, test } from '../product.ts'
import { jobs } from '../work.ts'

/** A record of the list by its words, once it is done. */
async function finished(page: Page, text: Text, words: string): Promise<Locator> {
  const record = page.getByRole('gridcell', { name: words })
  await expect(record.getByText(text('history_status_completed'))).toBeVisible()
  return record
}

/** What a press saves, by its file's name. */
async function savedBy(page: Page, button: Locator): Promise<string> {
  const saved = page.waitForEvent('download')
  await button.click()
  return (await saved).suggestedFilename()
}

/** Deletes a record, as its button asks whether to. */
async function remove(page: Page, text: Text, record: Locator): Promise<void> {
  await record.getByRole('button', { name: text('history_delete') }).click()
  const question = page.getByRole('dialog', { name: text('remove_title', { count: 1, shown: 1 }) })
  await question.getByRole('button', { name: text('history_delete'), exact: true }).click()
  await expect(record).toHaveCount(0)
}

const viewerOf = (page: Page, text: Text) =>
  page.getByRole('dialog', { name: text('history_viewer') })

test.describe('images and videos, on a desk', () => {
  test.use({ viewport: sizes.wide })

  test('an image is previewed, marked, tagged, saved, made again and deleted', async ({
    page,
    enter,
    open,
    text,
  }) => {
    await enter('/creator/history/image?view=list', { credits: 500 })
    await jobs.images(page)
    const row = await finished(page, text, 'A fox in the snow')
    await expect(row).toContainText(/FLUX.1 \[?schnell\]? · 512 × 512 · 16/i)
    await expect(row.getByRole('link', { name: text('history_again_video') })).toHaveAttribute(
      'href',
      /\/creator\/image\/text-to-image\?.*prompt=A\+fox\+in\+the\+snow/,
    )

    await row.getByRole('button', { name: text('viewer_tags') }).click()
    const tags = page.getByRole('dialog', { name: text('viewer_tags_title') })
    await tags.getByRole('textbox').fill('winter')
    await tags.getByRole('button', { name: text('viewer_tags_save') }).click()
    await expect(row.getByText('#winter')).toBeVisible()
    await row.getByRole('button', { name: text('viewer_favorite') }).click()
    await expect(
      row.getByRole('button', { name: text('viewer_favorite'), pressed: true }),
    ).toBeVisible()
    await expectAccessible(page)

    await open('/creator/history/image?view=grid')
    const tile = page.getByRole('gridcell', { name: 'A fox in the snow' })
    const heart = tile.getByRole('button', { name: text('viewer_favorite'), pressed: true })
    await expect(heart).toBeInViewport()
    await tile.hover()
    await expect(tile.getByText(text('history_status_completed'), { exact: false })).toBeVisible()
    await expectAccessible(page)
    await heart.click()
    await page.mouse.move(0, 0)
    await expect(
      tile.getByRole('button', { name: text('viewer_favorite'), pressed: false }),
    ).toHaveCSS('opacity', '0')
    await tile.click()
    await expect(viewerOf(page, text)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(viewerOf(page, text)).toBeHidden()

    await open('/creator/history/image?view=list')
    await remove(page, text, row)
  })

  test.describe('zh', () => {
    test.use({ language: 'zh' })

    test('a video plays where it is pointed at, and can be taken back while it waits', async ({
      page,
      enter,
      open,
      text,
    }) => {
      await enter('/creator/history/video?view=list', { credits: 2000 })
      await jobs.video(page)
      // The engine runs two jobs of each model at a time, and these take long enough.
      for (let ahead = 0; ahead < 2; ahead++) await jobs.video(page, 'Ahead of it [fault:slow]')
      await jobs.video(page, 'It never begins')
      const waiting = page.getByRole('gridcell', { name: 'It never begins' })
      await expect(waiting.getByText(text('history_status_pending'))).toBeVisible()
      await expect(waiting.getByRole('progressbar')).toBeVisible()
      await waiting.getByRole('button', { name: text('stage_cancel') }).click()
      await expect(waiting.getByText(text('history_not_charged'))).toBeVisible()
      await expect(
        waiting.getByRole('button', { name: text('stage_try_again', { credits: 300 }) }),
      ).toBeVisible()

      const row = await finished(page, text, 'A slow tide')
      await expect(row).toContainText(/\d+ × \d+ · 0:05 · \d+ 帧\/秒 · 300/)
      expect(
        await savedBy(page, row.getByRole('button', { name: text('history_download') })),
      ).toMatch(/\.mp4$/)
      await expect(row.getByRole('link', { name: text('history_again_video') })).toHaveAttribute(
        'href',
        /\/zh\/creator\/video\/text-to-video\?.*prompt=A\+slow\+tide/,
      )
      await expectAccessible(page)
      await row
        .getByRole('button', { name: text('records_preview', { name: 'A slow tide' }) })
        .click()
      await expect(viewerOf(page, text).locator('video')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(viewerOf(page, text)).toBeHidden()

      await open('/creator/history/video?view=grid')
      // A tile that gets its ratio with its result moves the others, also from below the pointer.
      await expect(page.getByRole('gridcell').filter({ hasText: '0:05' })).toHaveCount(3)
      const tile = page.getByRole('gridcell', { name: 'A slow tide' })
      await tile.hover()
      await expect(tile.locator('video[autoplay]')).toHaveJSProperty('muted', true)
      const failed = page.getByRole('gridcell', { name: 'It never begins' })
      await expect(failed.getByText(text('history_not_charged'))).toBeVisible()
      await remove(page, text, failed)
    })
  })
})

test.describe('edits, sounds and answers, on a phone', () => {
  test.use({ viewport: sizes.phone })

  test.describe('zh', () => {
    test.use({ language: 'zh' })

    test('an edit stands beside its original, each result can be saved, and it can be edited anew', async ({
      page,
      enter,
      open,
      text,
    }) => {
      await enter('/creator/history/image-editing?view=list', { credits: 500 })
      await jobs.edit(page)
      const row = await finished(page, text, 'Turn it to copper')
      await expect(row.getByText(text('compare_before'))).toBeVisible()
      await expect(row).toContainText(/10 积分|20 积分/)
      await expect(row).toContainText(/完成 · 用时 /)
      await expectAccessible(page)
      const second = row.getByRole('button', { name: text('records_download_one', { at: 2 }) })
      expect(await savedBy(page, second)).toMatch(/-2\.(png|jpg)$/)
      await expect(
        row.getByRole('link', { name: text('history_again_image_editing') }),
      ).toHaveAttribute('href', /\/zh\/creator\/ai-image-editor\/nano-banana-edit\?.*image_url=/)
      await row
        .getByRole('button', { name: text('compare_result', { at: 2 }), exact: true })
        .click()
      const viewer = viewerOf(page, text)
      const expectResult = (at: number) =>
        expect(
          viewer.getByRole('button', { name: text('viewer_in_strip', { at }) }),
        ).toHaveAttribute('aria-current')
      await expectResult(2)
      await page.reload()
      await expectResult(2)
      await page.keyboard.press('Escape')
      await expect(viewer).toBeHidden()
      await expect(page).not.toHaveURL(/record|result/)
      await row
        .getByRole('button', { name: text('compare_result', { at: 1 }), exact: true })
        .click()
      await expectResult(1)
      await page.keyboard.press('Escape')
      await expect(viewer).toBeHidden()
      await open('/creator/history/image-editing?view=grid')
      const tile = page.getByRole('gridcell', { name: 'Turn it to copper' })
      await expect(tile.getByText(text('compare_after'))).toBeVisible()
      await open('/creator/history/image-editing?view=list')
      await remove(page, text, row)
      await expect(page.getByText(text('history_empty_image_editing'))).toBeVisible()
    })
  })

  test('an audio record shows its details, plays with and without its video, and can be repeated', {
    tag: '@smoke',
  }, async ({ page, enter, text }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await enter('/creator/history/audio', { credits: 500 })
    await jobs.audio(page)
    const row = await finished(page, text, 'wind')
    await expect(row).toContainText(/0:0\d · [\d.]+ [kM]B · 50 credits · from a video/)
    await row.getByRole('button', { name: /Copy request id/ }).click()
    await expect(page.getByText(text('records_copied_id'))).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    await expect(row).toContainText(`…${copied.slice(-8)}`)
    await expectAccessible(page)

    await row.getByRole('button', { name: text('player_play'), exact: true }).click()
    await expect(row.getByRole('button', { name: text('player_pause') })).toBeVisible()
    await row.getByRole('button', { name: text('player_pause') }).click()
    await row.getByRole('button', { name: text('records_play_input') }).click()
    const video = page.getByRole('dialog', { name: text('records_input_video') })
    await expect(video.locator('video')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    const asked = page.waitForRequest(/\/api\/generations\//)
    await row.getByRole('button', { name: text('records_refresh') }).click()
    await asked
    await expect(
      page.getByText(text('records_refreshed', { status: text('history_status_completed') })),
    ).toBeVisible()
    expect(
      await savedBy(page, row.getByRole('button', { name: text('history_download') })),
    ).toMatch(/\.(wav|mp3)$/)
    await expect(row.getByRole('link', { name: text('history_again_video') })).toHaveAttribute(
      'href',
      /\/creator\/video-to-audio\?.*video_url=/,
    )
    await row.getByRole('button', { name: text('history_play_with_video') }).click()
    await expect(viewerOf(page, text).locator('audio')).toBeAttached()
    await page.keyboard.press('Escape')
    await expect(viewerOf(page, text)).toBeHidden()
    await remove(page, text, row)
    await page.getByRole('button', { name: text('work_undo') }).click()
    await expect(row.getByText(text('history_status_completed'))).toBeVisible()
  })

  for (const [kind, words, facts] of [
    ['speech', 'Good evening', /0:0\d · [\d.]+ [kM]B · 20 credits/],
    ['music', 'A slow waltz', /0:30 · [\d.]+ [kM]B · 40 credits/],
  ] as const)
    test(`${kind} plays in its row, is found by its status, and can be saved, repeated and deleted`, async ({
      page,
      enter,
      open,
      text,
    }) => {
      await enter(`/creator/history/${kind}`, { credits: 500 })
      await expect(page.getByText(text(`history_empty_${kind}`))).toBeVisible()
      await jobs[kind](page)
      const row = await finished(page, text, words)
      await expect(row).toContainText(facts)
      await expect(row.getByRole('button', { name: text('history_play_with_video') })).toHaveCount(
        0,
      )
      await row.getByRole('button', { name: text('player_play'), exact: true }).click()
      await expect(row.getByRole('button', { name: text('player_pause') })).toBeVisible()
      await expectAccessible(page)
      expect(
        await savedBy(page, row.getByRole('button', { name: text('history_download') })),
      ).toMatch(/\.(wav|mp3)$/)
      await expect(row.getByRole('link', { name: text('history_again_video') })).toHaveAttribute(
        'href',
        new RegExp(`/creator/text-to-${kind}\\?.*${words.replaceAll(' ', '\\+')}`),
      )

      await open(`/creator/history/${kind}?status=failed`)
      await expect(page.getByText(text('history_none_found'))).toBeVisible()
      await open(`/creator/history/${kind}?status=completed&view=grid`)
      const tile = page.getByRole('gridcell', { name: words })
      await expect(tile.getByText(words).first()).toBeVisible()
      await expectAccessible(page)
      await tile.click()
      await expect(viewerOf(page, text).locator('audio')).toBeAttached()
      await page.keyboard.press('Escape')
      await expect(viewerOf(page, text)).toBeHidden()
      await open(`/creator/history/${kind}?view=list`)
      await remove(page, text, row)
      await expect(page.getByText(text(`history_empty_${kind}`))).toBeVisible()
    })

  test('an answer is shown in part, whole, copied and asked for again; the hub leads to it', async ({
    page,
    enter,
    open,
    text,
  }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await enter('/creator/image-understanding/history', { credits: 500 })
    await expect(page).toHaveURL(/\/creator\/image-understanding\/history$/)
    await jobs.question(page, 'What is this? [fault:slow]')
    const open_ = page.getByRole('gridcell', { name: 'What is this?' })
    await expect(open_).toBeVisible()
    await expect(open_.getByRole('button', { name: text('history_view_detail') })).toHaveCount(0)
    const row = await finished(page, text, 'What is this?')
    await expect(row).toContainText(/ .{60,100}…/)
    await expect(
      row.getByRole('link', { name: text('history_again_understanding') }),
    ).toHaveAttribute(
      'href',
      /\/creator\/image-understanding\?(?=.*[?&]image=[^&]+).*[?&]question=What\+is\+this/,
    )
    await row.getByRole('button', { name: text('understand_copy') }).click()
    await expect(row.getByRole('button', { name: text('stage_copied') })).toBeVisible()
    expect((await page.evaluate(() => navigator.clipboard.readText())).length).toBeGreaterThan(100)
    await expectAccessible(page)
    await row.getByRole('button', { name: text('history_view_detail') }).click()
    await expect(
      viewerOf(page, text).getByRole('region', { name: text('understand_answer') }),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(viewerOf(page, text)).toBeHidden()

    await page
      .getByRole('button', { name: new RegExp(text('history_image_understanding')) })
      .click()
    await expect(
      page.getByRole('navigation', { name: text('history_kinds') }).getByRole('link'),
    ).toHaveCount(kinds.length)
    await expectAccessible(page)
    await page
      .getByRole('link', { name: text('history_audio') })
      .last()
      .click()
    await expect(page.getByText(text('history_empty_audio'))).toBeVisible()

    await open('/creator/history/anything')
    await expect(page.getByText(text('history_pick_text'))).toBeVisible()
    await expectAccessible(page)
    await page
      .getByRole('main')
      .getByRole('link', { name: text('history_image_understanding') })
      .click()
    await remove(page, text, row)
  })
})
