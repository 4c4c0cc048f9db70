import type { Page } from '@playwright/test'
import { expect, expectAccessible, sizes, test } from '../product.ts'

/**
 * Every form of the specification (docs/spec/creation.md#pages): its path, its heading, and what
 * its button says before anything is set.
 */
const forms: readonly (readonly [string, string, string, Record<string, string | number>])[] = [
  ['/creator/ai-image-editor', 'nav_image_editor', 'create_submit_edit', { credits: 10 }],
  [
    '/creator/ai-image-editor/flux-pro-kontext',
    'nav_flux_pro_kontext',
    'create_submit_edit',
    { credits: 10 },
  ],
  [
    '/creator/ai-image-editor/nano-banana-edit',
    'nav_nano_banana_edit',
    'create_submit_edit',
    { credits: 10 },
  ],
  [
    '/creator/ai-image-editor/qwen-image-edit',
    'nav_qwen_image_edit',
    'create_submit_edit',
    { credits: 10 },
  ],
  ['/creator/video', 'nav_video', 'create_submit_video', { credits: 300 }],
  [
    '/creator/video/first-to-last-frame',
    'nav_first_to_last_frame',
    'create_submit_video',
    { credits: 200 },
  ],
  ['/creator/video/vace', 'nav_vace', 'create_submit_video', { credits: 400 }],
  ['/creator/video/text-to-video', 'nav_text_to_video', 'create_submit_video', { credits: 300 }],
  [
    '/creator/video/text-to-video-pro',
    'nav_text_to_video_pro',
    'create_submit_video',
    { credits: 800 },
  ],
  ['/creator/video/wan-v2-2-5b', 'nav_wan_5b', 'create_submit_video', { credits: 330 }],
  ['/creator/video/wan-v2-2-a14b', 'nav_wan_a14b', 'create_submit_video', { credits: 528 }],
  [
    '/creator/image-to-video/image-to-video',
    'nav_image_to_video',
    'create_submit_video',
    { credits: 200 },
  ],
  [
    '/creator/image-to-video/image-to-video-pro',
    'nav_image_to_video_pro',
    'create_submit_video',
    { credits: 800 },
  ],
  ['/creator/image', 'nav_image', 'create_submit', { count: 1, credits: 30 }],
  [
    '/creator/image/text-to-image',
    'create_text_to_image_title',
    'create_submit',
    { count: 1, credits: 30 },
  ],
  [
    '/creator/image/image-to-image',
    'nav_image_to_image',
    'create_submit',
    { count: 1, credits: 30 },
  ],
  [
    '/creator/image-understanding',
    'nav_image_understanding',
    'create_submit_question',
    { credits: 100 },
  ],
  ['/creator/video-to-audio', 'nav_video_to_audio', 'create_submit_audio', { credits: 50 }],
  ['/creator/text-to-speech', 'nav_text_to_speech', 'create_submit_speech', { credits: 20 }],
  ['/creator/text-to-music', 'nav_text_to_music', 'create_submit_music', { credits: 80 }],
  ['/creator/audio-to-audio', 'nav_audio_to_audio', 'create_submit_remix', { credits: 200 }],
  ['/creator/image-to-3d', 'nav_image_to_3d', 'create_submit_3d', { credits: 20 }],
  ['/creator/speech-to-text', 'nav_speech_to_text', 'create_submit_transcription', { credits: 30 }],
  ['/creator/text', 'nav_text', 'create_submit_text', { credits: 2 }],
]

/**
 * The narrowest window, and a wide one at 200 %; so high that the bar at the bottom covers nothing.
 */
const tight = { phone320: { width: 320, height: 4000 }, zoomed: { width: 640, height: 4000 } }

const circumstances = [
  ['en', 'light', tight.phone320],
  ['zh', 'dark', tight.phone320],
  ['de', 'dark', tight.phone320],
  ['zh', 'light', tight.zoomed],
] as const

// Each form in one of them: the forms are drawn by the same parts, so each part is seen in all.
for (const [turn, [language, theme, viewport]] of circumstances.entries()) {
  test.describe(`${language}, ${theme}, ${viewport.width} px`, () => {
    test.use({ language, viewport })

    for (const [path, heading, button, values] of forms.filter(
      (_, index) => index % circumstances.length === turn,
    )) {
      test(`${path} has its heading, title and price, fits, and axe finds nothing`, async ({
        page,
        text,
        open,
        context,
        installation,
      }) => {
        await context.addCookies([{ name: 'theme', value: theme, url: installation.url }])
        await open(path)
        await expect(
          page.getByRole('heading', { level: 1, name: text(heading), exact: true }),
        ).toBeVisible()
        await expect(page).toHaveTitle(new RegExp(`^${text(heading)} · `))
        await expect(
          page.getByRole('button', { name: text(button, values), exact: true }),
        ).toBeVisible()
        expect(await page.locator('meta[name=description]').getAttribute('content')).not.toBe(
          text('app_description'),
        )
        // Not every model has advanced settings.
        if (await page.getByRole('button', { name: text('create_advanced') }).count())
          await unfold(page, text('create_advanced'))
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - innerWidth,
        )
        expect(overflow).toBeLessThanOrEqual(0)
        await expectAccessible(page)
      })
    }
  })
}

async function unfold(page: Page, name: string): Promise<void> {
  const fold = page.getByRole('button', { name })
  if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click()
}

for (const [path, query, target, filled] of [
  [
    '/creator/image-editing',
    'model=qwen-image-edit&prompt=a+fox',
    '/creator/ai-image-editor/qwen-image-edit',
    'a fox',
  ],
  [
    '/creator/image-generation',
    'model=janus-pro&prompt=a+fox&width=1024&height=576',
    '/creator/image/text-to-image',
    'a fox',
  ],
  [
    '/creator/video-generation',
    'model=wan-v2-2-5b&prompt=a+fox&fps=30',
    '/creator/video/wan-v2-2-5b',
    'a fox',
  ],
  [
    '/creator/video/text-to-video',
    'model=vace&prompt=a+fox&task=inpainting',
    '/creator/video/vace',
    'a fox',
  ],
] as const) {
  test(`${path}?${query} leads to ${target}, filled in, and back goes past it`, async ({
    page,
    text,
    open,
  }) => {
    await open('/pricing')
    await page.evaluate((address) => location.assign(address), `${path}?${query}`)
    await expect(page).toHaveURL((url) => url.pathname === target && url.search === '')
    await expect(page.getByLabel(text('field_prompt'), { exact: true })).toHaveValue(filled)
    await page.goBack()
    await expect(page).toHaveURL(/\/pricing$/)
  })
}

test('an address fills a video form: numbers, switches, choices and files', async ({
  page,
  text,
  open,
}) => {
  const query =
    'prompt=a+fox&image_url=https%3A%2F%2Ffiles.example%2Fa.png&num_frames=100&frames_per_second=20' +
    '&enable_prompt_expansion=true&resolution=720p&aspect_ratio=1%3A1&shift=99'
  await open(`/creator/image-to-video/image-to-video?${query}`)
  await expect(
    page.getByText(text('create_link_ignored', { names: text('field_shift') })),
  ).toBeVisible()
  await expect(page.getByText('files.example')).toBeVisible()
  await expect(page.getByRole('radio', { name: /^720p/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: /1:1/ })).toBeChecked()
  // 100 frames at 20 a second; more than 81 of them cost a quarter more.
  await expect(page.getByText(text('field_seconds', { seconds: 5 }))).toBeVisible()
  await expect(page.getByText(text('create_warning_frames', { more: 25 }))).toBeVisible()
  await expect(
    page.getByRole('button', { name: text('create_submit_video', { credits: 500 }) }),
  ).toBeVisible()
  await unfold(page, text('create_advanced'))
  await expect(page.getByRole('spinbutton', { name: text('field_num_frames') })).toHaveValue('100')
  await expect(page.getByRole('switch', { name: text('field_prompt_expansion') })).toBeChecked()
})

test('only what applies is asked for, and counts', async ({ page, text, open }) => {
  await open('/creator/video/wan-v2-2-a14b')
  const price = (credits: number) =>
    page.getByRole('button', { name: text('create_submit_video', { credits }) })
  await unfold(page, text('create_advanced'))
  const between = page.getByRole('spinbutton', { name: text('field_num_interpolated_frames') })
  await expect(between).toBeVisible()
  await expect(price(528)).toBeVisible()
  await page.getByText(text('option_interpolator_none'), { exact: true }).click()
  await expect(between).toBeHidden()
  await expect(price(480)).toBeVisible()
  await page.getByText(text('option_acceleration_turbo'), { exact: true }).click()
  await expect(page.getByRole('spinbutton', { name: text('field_num_frames') })).toBeHidden()
  await expect(page.getByLabel(text('field_negative_prompt'))).toBeHidden()
})

test('defaults come back with one press, words and files stay', async ({ page, text, open }) => {
  await open('/creator/video/wan-v2-2-5b?prompt=a+fox&num_frames=121&negative_prompt=rain')
  await unfold(page, text('create_advanced'))
  const negative = page.getByLabel(text('field_negative_prompt'))
  await expect(negative).toHaveValue('rain')
  await page.getByRole('button', { name: text('create_reset') }).click()
  await expect(negative).toHaveValue(/worst quality/)
  await expect(page.getByRole('spinbutton', { name: text('field_num_frames') })).toHaveValue('81')
  await expect(page.getByLabel(text('field_prompt'), { exact: true })).toHaveValue('a fox')
})

test('all that is wrong is listed, and each line leads to its field', async ({
  page,
  text,
  open,
}) => {
  await open('/creator/video/first-to-last-frame')
  await page.getByRole('button', { name: text('create_submit_video', { credits: 200 }) }).click()
  const list = page.getByRole('alert').filter({ hasText: text('create_parameter_errors') })
  await expect(list.getByRole('link')).toHaveCount(3)
  await expect(list).toContainText('Prompt is required')
  await expect(page.getByText(text('create_missing_end_image'))).toBeVisible()
  await expectAccessible(page)
  const prompt = page.getByLabel(text('field_prompt'), { exact: true })
  await expect(prompt).toBeFocused()
  await list.getByRole('link').last().click()
  await expect(prompt).not.toBeFocused()
  await prompt.fill('a fox')
  await expect(list.getByRole('link')).toHaveCount(2)
})

test('words and an image go along from one way to make a video to the next', async ({
  page,
  text,
  open,
}) => {
  await open(
    '/creator/image-to-video/image-to-video?prompt=a+fox&image_url=https%3A%2F%2Ffiles.example%2Fa.png',
  )
  const prompt = page.getByLabel(text('field_prompt'), { exact: true })
  await expect(prompt).toHaveValue('a fox')
  const ways = page.getByRole('navigation', { name: text('create_start') })
  await ways.getByRole('link', { name: text('create_start_frames') }).click()
  await expect(page).toHaveURL(/\/creator\/video\/first-to-last-frame$/)
  await expect(prompt).toHaveValue('a fox')
  await expect(page.getByText('files.example')).toBeVisible()

  await ways.getByRole('link', { name: text('create_start_image') }).click()
  await page.getByRole('button', { name: new RegExp(`^${text('create_model')}`) }).click()
  await page.getByRole('option', { name: /^Wan 2.2 A14B/ }).click()
  await expect(page).toHaveURL(/\/creator\/video\/wan-v2-2-a14b$/)
  await expect(prompt).toHaveValue('a fox')
  await expect(page.getByText('files.example')).toBeVisible()
})

for (const { paid, name } of [
  {
    paid: false,
    name: 'options that need an upgrade are marked for who has never paid, and lead to the prices',
  },
  { paid: true, name: 'nothing is marked for who has paid' },
]) {
  test(name, async ({ page, text, enter }) => {
    await enter('/creator/video/text-to-video?prompt=a+fox', { credits: 1000, paid })
    const marked = page.getByRole('radio', {
      name: text('create_upgrade_option', { option: '720p' }),
    })
    const note = page.getByText(text('create_upgrade_note'))
    await expect(page.getByRole('radio', { name: /^720p/ })).toBeAttached()
    await expect(marked).toHaveCount(paid ? 0 : 1)
    await expect(note).toBeVisible({ visible: !paid })
    await page.goto(page.url().replace('text-to-video', 'text-to-video-pro'))
    await expect(page.getByText('1080p', { exact: true })).toBeVisible()
    await expect(page.getByText(text('create_upgrade_option', { option: '1080p' }))).toHaveCount(
      paid ? 0 : 1,
    )
    if (paid) return
    await page.goBack()
    await page.getByText('720p').click()
    await page.getByRole('button', { name: text('create_submit_video', { credits: 400 }) }).click()
    const dialog = page.getByRole('dialog', { name: text('upgrade_never_paid_title') })
    await expect(dialog.getByRole('link', { name: text('upgrade_see_pricing') })).toHaveAttribute(
      'href',
      /^\/pricing\?return_to=%2Fcreator/,
    )
  })
}

test('addresses of development builds lead nowhere in a built product', async ({
  page,
  text,
  open,
}) => {
  for (const path of ['/dev/create/image/text-to-image', '/dev/create/video/vace']) {
    await open(path)
    await expect(page.getByRole('heading', { name: text('app_not_found_title') })).toBeVisible()
  }
})

test('past analyses are listed below their form, at that address', async ({ page, text, open }) => {
  await open('/creator/image-understanding/history?page=1')
  await expect(
    page.getByRole('heading', { name: text('history_image_understanding') }),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/creator\/image-understanding\/history\?page=1$/)
})

test('the API reference is grouped, in the theme of the pages, with a way back', async ({
  page,
  context,
  installation,
}) => {
  for (const [theme, isDark] of [
    ['dark', true],
    ['light', false],
  ] as const) {
    await context.addCookies([{ name: 'theme', value: theme, url: installation.url }])
    await page.goto(`${installation.url}/api/docs`)
    await expect(page.getByRole('heading', { name: /^Create/ })).toBeVisible()
    await expect(page.getByRole('heading', { name: /^Account/ })).toBeVisible()
    const lightness = await page.evaluate(() =>
      Number(/^oklch\(([\d.]+)/.exec(getComputedStyle(document.body).backgroundColor)?.[1]),
    )
    expect(lightness < 0.5).toBe(isDark)
  }
  await page.getByRole('link', { name: 'Atelier' }).click()
  await expect(page).toHaveURL(`${installation.url}/`)
})

test('the sign-in dialog begins at its button', async ({ page, text, open }) => {
  await open('/pricing')
  await page.getByRole('button', { name: text('app_sign_in') }).click()
  await expect(
    page.getByRole('dialog').getByRole('button', { name: text('sign_in_with_google') }),
  ).toBeFocused()
})

test('/creator and addresses with a slash at the end lead to their page, with their query', async ({
  page,
  open,
}) => {
  // The form takes the prompt out of the address once it has filled it in.
  for (const [path, address] of [
    ['/creator?prompt=a+fox', /\/creator\/image\/text-to-image$/],
    ['/creator/video/vace/?prompt=a+fox', /\/creator\/video\/vace$/],
  ] as const) {
    await open(path)
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('textbox').first()).toHaveValue('a fox')
  }
})

test.describe('on a window of 1024 px', () => {
  test.use({ viewport: { width: 1024, height: 768 } })

  test('the side panel starts folded, and what is chosen is kept', async ({ page, text, open }) => {
    await open('/creator/video/vace')
    await page.getByRole('button', { name: text('nav_expand') }).click()
    await page.reload()
    await expect(page.getByRole('button', { name: text('nav_collapse') })).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: sizes.phone, hasTouch: true })

  test('the whole of a long form can be reached and submitted', async ({ page, text, open }) => {
    await open('/creator/video/vace')
    await unfold(page, text('create_advanced'))
    await page.getByRole('button', { name: text('create_reset') }).scrollIntoViewIfNeeded()
    await page.getByRole('button', { name: text('create_submit_video', { credits: 400 }) }).click()
    await expect(page.getByText(text('create_parameter_errors'))).toBeInViewport()
  })
})

test.describe('while no script is there', () => {
  test.use({ javaScriptEnabled: false, language: 'zh', viewport: sizes.phone })

  test('a form says what it is, in the language and the theme of its reader', async ({
    page,
    text,
    open,
    context,
    installation,
  }) => {
    await context.addCookies([{ name: 'theme', value: 'light', url: installation.url }])
    await open('/creator/image/text-to-image')
    await expect(page.locator('html[lang=zh-CN][data-theme=light]')).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(`^${text('create_text_to_image_title')} · `))
    await expect(
      page.getByRole('heading', { level: 1, name: text('create_text_to_image_title') }),
    ).toBeVisible()
    await expect(page.locator('#app')).toHaveAttribute('data-static', '')
  })
})
