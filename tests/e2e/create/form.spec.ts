import type { Page } from '@playwright/test'
import { expect, test } from '../product.ts'

const form = '/creator/image/text-to-image?image_size=square&model=flux-dev'

/** How many records the signed-in account has. */
async function countRecords(page: Page, url: string): Promise<number> {
  const answer = await page.request.get(`${url}/api/image-generation/history`)
  return (await answer.json()).total
}

test.beforeEach(async ({ page, text, open }) => {
  await open(form)
  await expect(
    page.getByRole('heading', { name: text('create_text_to_image_title') }),
  ).toBeVisible()
})

test('what is missing is said at its field, before anything else', { tag: '@smoke' }, async ({
  page,
  text,
  installation,
}) => {
  await page.getByRole('button', { name: text('create_submit', { count: 1, credits: 30 }) }).click()
  const prompt = page.getByLabel(text('field_prompt'), { exact: true })
  await expect(prompt).toBeFocused()
  await expect(prompt).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect((await page.request.get(`${installation.url}/api/account`)).status()).toBe(401)
})

for (const { name, money, title } of [
  {
    name: 'too few credits come before never having paid',
    money: { credits: 10, paid: false },
    title: 'upgrade_credits_title',
  },
  {
    name: 'an account that never paid is sent to upgrade',
    money: { credits: 500, paid: false },
    title: 'upgrade_never_paid_title',
  },
]) {
  test(name, async ({ page, text, enter, installation }) => {
    await enter('/creator/image/text-to-image?prompt=a+fox&image_size=square', money)
    await page
      .getByRole('button', { name: text('create_submit', { count: 1, credits: 30 }) })
      .click()
    await expect(page.getByRole('dialog', { name: text(title) })).toBeVisible()
    expect(await countRecords(page, installation.url)).toBe(0)
  })
}

test.describe('in Chinese', () => {
  test.use({ language: 'zh' })

  test('audio for an account that never paid is refused in its own words', async ({
    page,
    text,
    enter,
  }) => {
    const video = encodeURIComponent('https://files.example/clip.mp4')
    await enter(`/creator/video-to-audio?video_url=${video}`, { credits: 500, paid: false })
    await page.getByRole('button', { name: text('create_submit_audio', { credits: 50 }) }).click()
    await expect(page.getByRole('dialog', { name: text('upgrade_never_paid_title') })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: '需要升级账户', exact: true })).toBeVisible()
    await expect(page.getByText('需要升级账户才能使用音频生成功能').first()).toBeVisible()
  })
})

test('a lost answer and a second press make one image and one charge', { tag: '@smoke' }, async ({
  page,
  text,
  enter,
  installation,
}) => {
  await enter(`${form}&prompt=a+fox`, { credits: 100 })
  let presses = 1
  await page.route('**/api/image-generation/create', async (route) => {
    // The server does its work; only the answer never arrives, however often it is asked for.
    if (presses > 1) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  const make = page.getByRole('button', { name: text('create_submit', { count: 1, credits: 30 }) })
  await make.click()
  await expect(page.getByText(text('create_no_answer')).first()).toBeVisible()
  await expect(page.getByText(text('app_balance', { credits: 70 })).first()).toBeVisible()
  presses++
  await make.click()
  await expect(
    page
      .getByRole('region', { name: text('stage_label') })
      .getByRole('img', { name: 'a fox' })
      .first(),
  ).toBeVisible()
  expect(await countRecords(page, installation.url)).toBe(1)
  const { credits } = await (await page.request.get(`${installation.url}/api/account`)).json()
  expect(credits.left_credits).toBe(70)
})

test('an address fills the form, nonsense is left out with a note, and a reload keeps what was typed', async ({
  page,
  text,
  open,
}) => {
  await open(
    '/creator/image/text-to-image?prompt=a+red+fox&model=flux-dev&steps=40&image_size=landscape_16_9&num_images=9',
  )
  const prompt = page.getByLabel(text('field_prompt'), { exact: true })
  await expect(prompt).toHaveValue('a red fox')
  await expect(page.getByRole('radio', { name: /1024 × 576/ })).toBeChecked()
  await expect(
    page.getByText(text('create_link_ignored', { names: text('field_num_images') })),
  ).toBeVisible()
  expect(new URL(page.url()).search).toBe('')

  await prompt.fill('a red fox in snow')
  await page.reload()
  await expect(prompt).toHaveValue('a red fox in snow')
  await expect(page.getByRole('radio', { name: /1024 × 576/ })).toBeChecked()
})

test('a link fills in a prompt that is too long, marks it, and a mask selects its task', async ({
  page,
  text,
  open,
}) => {
  await open(
    `/creator/video/vace?prompt=${'a'.repeat(2001)}&mask_video_url=https%3A%2F%2Ffiles.example%2Fmask.mp4`,
  )
  const prompt = page.getByLabel(text('field_prompt'), { exact: true })
  await expect(prompt).toHaveValue('a'.repeat(2001))
  await expect(prompt).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText(text('create_counter', { count: 2001, max: 2000 }))).toBeVisible()
  await expect(page.getByRole('radio', { name: text('option_task_inpainting') })).toBeChecked()
  await expect(page.getByText('files.example')).toBeVisible()
})

test('a link fills in a long text, which no server reads', async ({ page, open }) => {
  const spoken = '雪'.repeat(2_000)
  await open(`/creator/text-to-speech#?${new URLSearchParams({ text: spoken })}`)
  await expect(page.getByRole('form').getByRole('textbox').first()).toHaveValue(spoken)
  await expect(page).toHaveURL(/text-to-speech$/)
})

test('the picker shows the price that the button charges', async ({ page, text, open }) => {
  await open('/creator/image/text-to-image?num_images=4')
  await expect(
    page.getByRole('button', { name: text('create_submit', { count: 4, credits: 120 }) }),
  ).toBeVisible()
  const picker = page.getByRole('button', { name: new RegExp(`^${text('create_model')}`) })
  await expect(picker).toContainText(text('create_credits', { count: 120, amount: 120 }))
})

test('another model keeps the prompt and starts with its own steps and price', async ({
  page,
  text,
}) => {
  const prompt = page.getByLabel(text('field_prompt'), { exact: true })
  await prompt.fill('a fox')
  const picker = page.getByRole('button', { name: new RegExp(`^${text('create_model')}`) })
  const option = (name: RegExp) => page.getByRole('option', { name })
  await picker.press('ArrowDown')
  await expect(option(/FLUX.1 dev/)).toBeFocused()
  await page.keyboard.press('End')
  await expect(option(/Janus/)).toBeFocused()
  await page.keyboard.type('flux.1 s')
  await expect(option(/FLUX.1 schnell/)).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(option(/./)).toHaveCount(0)
  await expect(picker).toBeFocused()
  await expect(prompt).toHaveValue('a fox')
  await expect(
    page.getByRole('button', { name: text('create_submit', { count: 1, credits: 8 }) }),
  ).toBeVisible()
  await page.getByRole('button', { name: text('create_advanced') }).click()
  await expect(
    page.getByRole('spinbutton', { name: text('field_num_inference_steps') }),
  ).toHaveValue('4')
})

test('a server that breaks never makes the page claim that nothing was charged', async ({
  page,
  text,
  enter,
  installation,
}) => {
  await enter(`${form}&prompt=a+fox`, { credits: 100 })
  await page.route('**/api/image-generation/create', async (route) => {
    // It broke after the charge: the work exists, and only the answer says otherwise.
    await route.fetch()
    await route.fulfill({
      status: 500,
      json: { error: 'Something broke on our side.', code: 'internal' },
    })
  })
  await page.getByRole('button', { name: text('create_submit', { count: 1, credits: 30 }) }).click()
  await expect(page.getByText(text('create_no_answer_next')).first()).toBeVisible()
  await expect(page.getByText(text('create_not_charged'), { exact: true })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Something broke on our side.' })).toBeVisible()
  expect(await countRecords(page, installation.url)).toBe(1)
  await page.unroute('**/api/image-generation/create')
  await page.getByRole('button', { name: text('create_start_again') }).click()
  await expect(page.getByRole('heading', { name: 'Something broke on our side.' })).toBeHidden()
  expect(await countRecords(page, installation.url)).toBe(1)
})

test('an account that cannot be read is not treated as signed out, and nothing was sent', async ({
  page,
  text,
  enter,
}) => {
  await enter(`${form}&prompt=a+fox`, { credits: 100 })
  await page.route('**/api/account', (route) =>
    route.fulfill({ status: 500, body: 'a page of a proxy' }),
  )
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/create') && sent.push(request.url()))
  await page.reload()
  await page.getByRole('button', { name: text('create_submit', { count: 1, credits: 30 }) }).click()
  await expect(page.getByText(text('app_server_failed', { status: 500 })).first()).toBeVisible()
  await expect(page.getByText(text('create_not_charged'), { exact: true }).first()).toBeVisible()
  await expect(page.getByText(text('create_no_answer_next'))).toHaveCount(0)
  await expect(page.getByRole('button', { name: text('app_sign_in'), exact: true })).toHaveCount(0)
  expect(sent).toEqual([])
})

test('a number is typed freely; leaving its box moves it within its limits, and a submit names them', async ({
  page,
  text,
  open,
}) => {
  await open('/creator/image-to-video/image-to-video?num_frames=81')
  await page.getByRole('button', { name: new RegExp(`^${text('create_advanced')}`) }).click()
  const price = (credits: number) =>
    page.getByRole('button', { name: text('create_submit_video', { credits }) })
  const frames = page.getByRole('spinbutton', { name: text('field_num_frames') })
  await frames.click()
  await frames.press('ControlOrMeta+a')
  await frames.pressSequentially('150')
  await expect(frames).toHaveValue('150')
  // The price is never that of an invalid number: 100 frames, a quarter more.
  await expect(price(250)).toBeVisible()
  await page.getByRole('spinbutton', { name: text('field_frames_per_second') }).focus()
  await expect(frames).toHaveValue('100')
  const adjusted = text('field_adjusted', { typed: '150', min: '81', max: '100', value: '100' })
  await expect(page.getByText(adjusted)).toBeVisible()

  await frames.fill('999')
  await price(250).click()
  const problem = 'Number of frames must be between 81 and 100'
  await expect(page.getByText(problem).first()).toBeVisible()
  await expect(frames).toHaveValue('999')
  await frames.fill('90')
  await expect(page.getByText(problem)).toHaveCount(0)
  await frames.fill('')
  await page.getByRole('spinbutton', { name: text('field_frames_per_second') }).focus()
  await expect(frames).toHaveValue('90')
})

test('a seed beyond 2^53 is typed, kept over a reload and recorded with every digit', async ({
  page,
  text,
  enter,
  installation,
}) => {
  const seed = '196619188014358661'
  await enter(`${form}&prompt=a+fox&seed=${seed}`, { credits: 100 })
  await page.getByRole('button', { name: new RegExp(`^${text('create_advanced')}`) }).click()
  const box = page.getByLabel(text('field_seed'), { exact: true })
  await expect(box).toHaveValue(seed)
  await page.getByRole('button', { name: text('create_seed_keep') }).click()
  await expect(box).toHaveValue('')
  await box.pressSequentially(seed)
  await page.reload()
  await expect(box).toHaveValue(seed)
  await page.getByRole('button', { name: text('create_submit', { count: 1, credits: 30 }) }).click()
  await expect
    .poll(async () => {
      const { data } = await (
        await page.request.get(`${installation.url}/api/image-generation/history`)
      ).json()
      return data.map((record: { seed: string; status: string }) => [record.seed, record.status])
    })
    .toEqual([[seed, 'completed']])
  // The lock takes the seed of the result on the stage, not another one.
  await box.fill('')
  await page.getByRole('button', { name: text('create_seed_keep') }).click()
  await expect(box).toHaveValue(seed)
})

test.describe('on a phone, below the bars of its browser', () => {
  const screen = { width: 390, height: 664 }
  const keyboard = 300
  test.use({ viewport: screen, hasTouch: true })

  test('the prompt and the price button are there at once, and above the keyboard', async ({
    page,
    text,
    open,
  }) => {
    // Chromium has no on-screen keyboard here: the visible part of the page is what shrinks with it.
    await page.addInitScript(() => {
      const visible = { height: innerHeight, offsetTop: 0, scale: 1 }
      const value = Object.assign(new EventTarget(), visible)
      Object.defineProperty(window, 'visualViewport', { value })
    })
    await open('/creator/image/text-to-image')
    const prompt = page.getByLabel(text('field_prompt'), { exact: true })
    const button = page.getByRole('button', {
      name: text('create_submit', { count: 1, credits: 30 }),
    })
    const examples = page.getByRole('heading', { name: text('stage_idle_title') })
    await expect(prompt).toBeInViewport({ ratio: 1 })
    await expect(button).toBeInViewport({ ratio: 1 })
    await expect(examples).toBeVisible()

    await prompt.fill('a kite')
    await expect(examples).toBeHidden()
    await page.evaluate((height) => {
      Object.assign(visualViewport ?? {}, { height: innerHeight - height })
      visualViewport?.dispatchEvent(new Event('resize'))
    }, keyboard)
    const bottom = async () => {
      const { y = 0, height = 0 } = (await button.boundingBox()) ?? {}
      return y + height
    }
    await expect.poll(bottom).toBeLessThan(screen.height - keyboard)
  })
})
