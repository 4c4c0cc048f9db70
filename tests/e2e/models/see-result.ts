import { expect, type Locator, type Page } from '@playwright/test'
import { developmentMarker } from '#core/models/rules/model.ts'
import type { Text } from '../product.ts'

/**
 * What comes of it. A video's shape is `[width, height]`, in any measure; `any` follows what it was
 * made from.
 */
export type Result =
  | Images
  | { video: readonly [number, number] | 'any' }
  | 'audio'
  | Recording
  | 'answer'
  | 'transcript'
  | 'text'
  | 'mesh'

/**
 * So many images, of `width` × `height` pixels where that is known. `before`: shown against the
 * original.
 */
type Images = { images: number; width?: number; height?: number; before?: boolean }

/** Sound that was made from words alone; the label of the button that made it. */
type Recording = { recording: string }

const patience = { timeout: 120_000 }

/** The result is on the stage, and its files are what they say they are. */
export async function seeResult(
  page: Page,
  text: Text,
  words: string,
  result: Result,
): Promise<void> {
  const stage = page.getByRole('region', { name: text('stage_label'), exact: true })
  const done = text(result === 'answer' ? 'understand_completed' : 'stage_done')
  const ends = [done, text('stage_failed'), text('stage_cancelled')]
  const end = async () =>
    (await stage.getByRole('status').allTextContents()).find((said) => ends.includes(said))
  await expect.poll(end, patience).toBeDefined()
  expect(await end()).toBe(done)
  if (isOfImages(result)) await seeImages(stage, text, words, result)
  else await seeOther(stage, text, words, result)
}

/** The history has the record, and opens it with its result and what it cost. */
export async function seeRecord(
  page: Page,
  text: Text,
  words: string,
  result: Result,
  price: number,
): Promise<void> {
  const main = page.getByRole('main')
  await expect(main.getByText(text('history_total', { count: 1, shown: 1 }))).toBeVisible()
  await main.getByRole('button', { name: openerName(text, words, result) }).click()
  const viewer = page.getByRole('dialog', { name: text('history_viewer') })
  if (isOfImages(result)) await seeSize(viewer.getByRole('img', { name: words }).first(), result)
  else await seeOther(viewer, text, words, result)
  const details = viewer.getByRole('button', { name: text('history_details') })
  if ((await details.getAttribute('aria-expanded')) === 'false') await details.click()
  // The receipt: quoted, charged, paid.
  await expect(
    viewer.getByText(text('history_credits', { credits: price }), { exact: true }),
  ).toHaveCount(3)
}

/** The name of the place that shows a text, by what it is. */
const answerPlaces = {
  answer: 'understand_answer',
  transcript: 'transcript_text',
  text: 'nav_text',
} as const

const isAnswer = (result: Result): result is keyof typeof answerPlaces =>
  typeof result === 'string' && result in answerPlaces

function isOfImages(result: Result): result is Images {
  return typeof result === 'object' && 'images' in result
}

const isRecording = (result: Result): result is Recording =>
  typeof result === 'object' && 'recording' in result

function openerName(text: Text, words: string, result: Result): string | RegExp {
  if (result === 'audio') return text('history_play_with_video')
  if (isAnswer(result)) return text('history_view_detail')
  if (result === 'mesh') return new RegExp(text('work_untitled'))
  if (isRecording(result)) return text('records_preview', { name: words })
  return new RegExp(words.replace(/[?.]/g, '\\$&'))
}

async function seeImages(stage: Locator, text: Text, words: string, result: Images): Promise<void> {
  if (result.before) {
    await expect(stage.getByRole('img', { name: text('compare_original') })).toBeVisible(patience)
    await stage.getByRole('button', { name: text('work_compare') }).click()
  }
  for (let at = 1; at <= result.images; at++) {
    const isAlone = result.images === 1
    const name = isAlone ? words : text('stage_image', { prompt: words, at, of: result.images })
    await seeSize(stage.getByRole('img', { name, exact: true }), result)
  }
}

async function seeSize(image: Locator, { width, height }: Images): Promise<void> {
  await expect(image).toBeVisible(patience)
  const size = () =>
    image.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
  if (width && height) await expect.poll(size).toEqual([width, height])
  else await expect.poll(async () => Math.min(...(await size()))).toBeGreaterThan(0)
}

async function seeOther(
  place: Locator,
  text: Text,
  words: string,
  result: Exclude<Result, Images>,
): Promise<void> {
  if (isAnswer(result)) return seeAnswer(place, text, answerPlaces[result])
  if (result === 'mesh') return seeMesh(place, text)
  if (result === 'audio' || isRecording(result))
    return seeAudio(place.getByRole('region', { name: text('work_audio', { prompt: words }) }))
  return seeVideo(
    place.getByRole('region', { name: text('work_video', { prompt: words }) }),
    result.video,
  )
}

async function seeVideo(player: Locator, shape: readonly [number, number] | 'any'): Promise<void> {
  const video = player.locator('video')
  await expect(video).toBeVisible(patience)
  const { type, bytes } = await fetchSource(video)
  expect(type).toBe('video/mp4')
  expect(bytes.subarray(4, 8).toString()).toBe('ftyp')
  if (!(await canPlay(video, 'video/mp4; codecs="avc1.42E01E"'))) return
  const ratio = () =>
    video.evaluate((video: HTMLVideoElement) => video.videoWidth / video.videoHeight)
  if (shape === 'any') await expect.poll(ratio).toBeGreaterThan(0)
  else await expect.poll(ratio).toBeCloseTo(shape[0] / shape[1], 1)
}

async function seeAudio(player: Locator): Promise<void> {
  const audio = player.locator('audio')
  await expect(audio).toBeAttached(patience)
  const { type, bytes } = await fetchSource(audio)
  expect(type).toMatch(/^audio\//)
  expect(bytes.length).toBeGreaterThan(1_000)
  if (!(await canPlay(audio, type))) return
  await expect
    .poll(() => audio.evaluate((audio: HTMLAudioElement) => audio.duration))
    .toBeGreaterThan(0)
}

/** Made of an image alone, it has no other name. It is drawn where the browser has WebGL. */
async function seeMesh(place: Locator, text: Text): Promise<void> {
  const label = text('mesh_view', { prompt: text('work_untitled') })
  const object = place.getByRole('region', { name: label })
  await expect(object).toHaveAttribute('data-mesh', /^(shown|no-webgl)$/, patience)
}

/** Mock answers say so with a badge, not in their text. */
async function seeAnswer(
  place: Locator,
  text: Text,
  name: (typeof answerPlaces)[keyof typeof answerPlaces],
): Promise<void> {
  const answer = place.getByRole('region', { name: text(name), exact: true })
  await expect(answer).toBeVisible(patience)
  await expect(answer.getByText(text('understand_mock'), { exact: true })).toBeVisible()
  const said = await answer.getByRole('paragraph').first().textContent()
  expect(said?.length).toBeGreaterThan(20)
  expect(said).not.toContain(developmentMarker)
}

/** What lies at the address that a player plays, asked for as its page would. */
async function fetchSource(player: Locator): Promise<{ type: string; bytes: Buffer }> {
  const source = await player.evaluate((media: HTMLMediaElement) => media.src)
  const response = await player.page().request.get(source)
  expect(response.status()).toBe(200)
  return { type: response.headers()['content-type'] ?? '', bytes: await response.body() }
}

/** Not every Chromium decodes every format; what it cannot decode is judged by its bytes alone. */
function canPlay(player: Locator, type: string): Promise<boolean> {
  return player.evaluate((media: HTMLMediaElement, asked) => media.canPlayType(asked) !== '', type)
}
