import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { v7 as uuid } from 'uuid'
import type { MediaView } from '#core/generations/generation-contract.ts'
import type { Product } from '#testing/product.ts'
import { mediaPath } from '#testing/sample-media.ts'
import { writeRecords } from '#testing/services/history-world.ts'
import { databaseOf } from './product.ts'

/** A real file for tests, and the endpoint it is uploaded through. */
const files = {
  photo: { name: 'photo.jpg', type: 'image/jpeg', endpoint: '/api/upload-image-wan-i2v' },
  clip: { name: 'clip.mp4', type: 'video/mp4', endpoint: '/api/upload-video' },
}

type Uploaded = { imageUrl?: string; data?: { video_url?: string } }

/** Uploads one of the test files as the page's reader does, and answers its address. */
async function upload(page: Page, file: keyof typeof files): Promise<string> {
  const { name, type, endpoint } = files[file]
  const base64 = readFileSync(mediaPath(name)).toString('base64')
  const answer = await page.evaluate(
    async ([address, data, fileName, contentType]) => {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
      const body = new FormData()
      body.append('file', new File([bytes], fileName, { type: contentType }))
      return (await fetch(address, { method: 'POST', body })).json() as Promise<Uploaded>
    },
    [endpoint, base64, name, type] as const,
  )
  const address = answer.imageUrl ?? answer.data?.video_url
  if (!address) throw new Error(`The upload was refused: ${JSON.stringify(answer)}`)
  return address
}

/** Starts a job as the page's reader does, and answers its id. */
async function create(
  page: Page,
  endpoint: string,
  body: Record<string, unknown>,
): Promise<string> {
  const answer = await page.evaluate(
    async ([address, text]) => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(address, { method: 'POST', headers, body: text })).json() as Promise<{
        id?: string
      }>
    },
    [endpoint, JSON.stringify(body)] as const,
  )
  if (!answer.id) throw new Error(`Not started: ${JSON.stringify(answer)}`)
  return answer.id
}

/** One job of every kind, by what it makes; each starts from a file where its kind does. */
export const jobs = {
  images: (page: Page, asked: Record<string, unknown> = {}) =>
    create(page, '/api/image-generation/create', {
      model: 'flux-schnell',
      prompt: 'A fox in the snow',
      image_size: 'square',
      num_images: 2,
      ...asked,
    }),
  edit: async (page: Page) =>
    create(page, '/api/image-editor/create', {
      model: 'nano-banana-edit',
      prompt: 'Turn it to copper',
      image_url: await upload(page, 'photo'),
      num_images: 2,
    }),
  video: (page: Page, prompt = 'A slow tide') =>
    create(page, '/api/wan/createVideo', { video_generation_type: 'text-to-video', prompt }),
  audio: async (page: Page, prompt = 'wind') =>
    create(page, '/api/wan/createAudio', { prompt, video_url: await upload(page, 'clip') }),
  speech: (page: Page, words = 'Good evening') =>
    create(page, '/api/speech/create', { model: 'eleven-v3', text: words }),
  music: (page: Page, prompt = 'A slow waltz') =>
    create(page, '/api/music/create', { prompt, music_length: '30' }),
  question: async (page: Page, question = 'What is this?') =>
    create(page, '/api/image-understanding/create', {
      question,
      image: await upload(page, 'photo'),
    }),
}

/** Waits until a job has its result. */
export async function completed(page: Page, id: string): Promise<void> {
  const readStatus = () =>
    page.evaluate(
      async (address) => ((await (await fetch(address)).json()) as { status: string }).status,
      `/api/generations/${id}`,
    )
  // It may wait for those of other tests: the stand-in runs two of an endpoint at a time.
  await expect.poll(readStatus, { timeout: 120_000 }).toBe('completed')
}

/** Puts a piece of work on the stage by its tile, once it is there. */
export async function show(page: Page, strip: string, words: string): Promise<void> {
  const tiles = page.getByRole('region', { name: strip })
  await tiles.getByRole('button', { name: new RegExp(`^${words}[:：]`) }).click()
}

/**
 * Gives an account a history of `count` failed image jobs, “Study 1” the oldest, a minute apart up
 * to now, without running them. Returns their ids, the newest first.
 */
export async function fillHistory(
  product: Product,
  email: string,
  count: number,
): Promise<string[]> {
  const database = await databaseOf(product)
  const { id: accountId } = await database
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const records = Array.from({ length: count }, (_, index) => ({
    ...failedStudy,
    id: uuid(),
    accountId,
    number: index + 1,
    createdAt: new Date(Date.now() - (count - index) * 60_000),
    prompt: `Study ${index + 1}`,
  }))
  await writeRecords({ database }, records)
  await database
    .updateTable('account')
    .set({ last_number: count })
    .where('id', '=', accountId)
    .execute()
  await database.destroy()
  return records.map(({ id }) => id).toReversed()
}

const failedStudy = {
  kind: 'image' as const,
  model: 'flux-schnell',
  mode: 'text-to-image',
  size: '512x512',
  status: 'failed' as const,
  price: 0,
  refunded: 0,
  isDeleted: false,
  isFavorite: false,
  tags: [],
}

/**
 * Makes an image, and waits until it is known how it looks: its thumbnail may be made after its end.
 * Answers the record's id and the image.
 */
export async function makeImage(
  page: Page,
  asked: Record<string, unknown> = {},
): Promise<{ id: string; image: MediaView }> {
  const id = await jobs.images(page, asked)
  await completed(page, id)
  const ask = async (path: string) =>
    (await page.request.get(new URL(path, page.url()).href)).json()
  const { data } = await ask('/api/image-generation/history')
  const image: MediaView = data[0].generation.images[0]
  const near = () => ask(`/api/near-copies?address=${new URL(image.url).pathname}`)
  const itself = expect.objectContaining({ id })
  await expect.poll(near).toEqual({ generations: expect.arrayContaining([itself]) })
  return { id, image }
}
