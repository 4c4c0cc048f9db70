import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'

const media = path.join(import.meta.dirname, '../src/testing/media')

/** A real file for tests, and the door it is uploaded through. */
const files = {
  photo: { name: 'photo.jpg', type: 'image/jpeg', door: '/api/upload-image-wan-i2v' },
  clip: { name: 'clip.mp4', type: 'video/mp4', door: '/api/upload-video' },
}

type Uploaded = { imageUrl?: string; data?: { video_url?: string } }

/** Uploads one of the test files as the page's reader does, and answers its address. */
async function upload(page: Page, file: keyof typeof files): Promise<string> {
  const { name, type, door } = files[file]
  const base64 = readFileSync(path.join(media, name)).toString('base64')
  const answer = await page.evaluate(
    async ([address, data, fileName, contentType]) => {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
      const body = new FormData()
      body.append('file', new File([bytes], fileName, { type: contentType }))
      return (await fetch(address, { method: 'POST', body })).json() as Promise<Uploaded>
    },
    [door, base64, name, type] as const,
  )
  const address = answer.imageUrl ?? answer.data?.video_url
  if (!address) throw new Error(`The upload was refused: ${JSON.stringify(answer)}`)
  return address
}

/** Starts a job as the page's reader does, and answers its id. */
async function create(page: Page, door: string, body: Record<string, unknown>): Promise<string> {
  const answer = await page.evaluate(
    async ([address, text]) => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(address, { method: 'POST', headers, body: text })).json() as Promise<{ id?: string }>
    },
    [door, JSON.stringify(body)] as const,
  )
  if (!answer.id) throw new Error(`Not started: ${JSON.stringify(answer)}`)
  return answer.id
}

/** One job of every kind, by what it makes; each starts from a file where its kind does. */
export const jobs = {
  pictures: (page: Page) =>
    create(page, '/api/image-generation/create', {
      model: 'flux-schnell',
      prompt: 'A fox in the snow',
      image_size: 'square',
      num_images: 2,
    }),
  edit: async (page: Page) =>
    create(page, '/api/image-editor/create', {
      model: 'nano-banana-edit',
      prompt: 'Turn it to copper',
      image_url: await upload(page, 'photo'),
      num_images: 2,
    }),
  film: (page: Page, prompt = 'A slow tide') =>
    create(page, '/api/wan/createVideo', { video_generation_type: 'text-to-video', prompt }),
  sound: async (page: Page, prompt = 'wind') =>
    create(page, '/api/wan/createAudio', { prompt, video_url: await upload(page, 'clip') }),
  question: async (page: Page) =>
    create(page, '/api/image-understanding/create', {
      question: 'What is this?',
      image: await upload(page, 'photo'),
    }),
}

/** Puts a piece of work on the stage by its tile, once it is there. */
export async function show(page: Page, strip: string, words: string): Promise<void> {
  const tiles = page.getByRole('region', { name: strip })
  await tiles.getByRole('button', { name: new RegExp(`^${words}[:：]`) }).click()
}
