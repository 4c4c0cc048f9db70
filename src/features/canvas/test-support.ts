import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { testPerson } from '#testing/person.ts'
import { testServer } from '#testing/server.ts'
import { testSettings } from '#testing/settings.ts'
import type { CanvasView } from './contract.ts'

const path = '/api/canvas/documents'

export type TestPerson = Awaited<ReturnType<typeof testPerson>>
/** What the tests look at of an answer to a file. */
type Answer = { code?: string; max?: number; file?: string }

export type TestFile = Awaited<ReturnType<typeof fileOf>>

let server: Awaited<ReturnType<typeof testServer>>

/** A server, and what a page asks of it. */
export async function canvasTests({ marks = false } = {}) {
  server = await testServer({}, marks ? { settings: testSettings({ mark_results: true }) } : {})
  return { server, person: () => testPerson(server), create, save, send, exportImage }
}

/** Sends an image to be recorded. */
async function exportImage(
  { headers }: Pick<TestPerson, 'headers'>,
  id: string,
  bytes: Buffer,
  requestId?: string,
) {
  const query = requestId === undefined ? '' : `?request_id=${encodeURIComponent(requestId)}`
  const response = await server.app.request(`http://localhost:3000${path}/${id}/exports${query}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'image/png' },
    body: new Uint8Array(bytes),
  })
  return { status: response.status, body: (await response.json()) as GenerationView & Answer }
}

async function create({ request }: TestPerson): Promise<CanvasView> {
  const wanted = { name: 'Poster', width: 640, height: 480, document: documentOf([]) }
  const { status, body } = await request('POST', path, wanted)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

/** Saves a document, empty but for what is given, as a tab that has loaded `base`. */
function save({ request }: TestPerson, id: string, base: number, more: object = {}) {
  const wanted = { width: 640, height: 480, document: documentOf([]), ...more }
  return request('PUT', `${path}/${id}`, { base_version: base, ...wanted })
}

/** Sends a file; `at`: the hash in the address, where it is not the file's. */
async function send(
  { headers }: Pick<TestPerson, 'headers'>,
  id: string,
  { bytes, sha256 }: Pick<TestFile, 'bytes' | 'sha256'>,
  at = sha256,
) {
  const response = await server.app.request(`http://localhost:3000${path}/${id}/files/${at}`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'image/png' },
    body: new Uint8Array(bytes),
  })
  return { status: response.status, body: (await response.json()) as Answer }
}

/** The JSON of these layers. */
export const documentOf = (layers: object[]) => ({ format: 1, layers })

/** An image layer, with one tile where a file is given. */
export const imageLayer = (id: string, file?: string) => ({
  ...{ kind: 'image', id, name: 'Sky', parent: null as string | null, x: 0, y: 0.5 },
  ...{ scale_x: -1, scale_y: 1, rotation: 90, opacity: 0.5, blend: 'multiply' },
  ...{ visible: true, locked: false, width: 64, height: 48 },
  tiles: file ? [{ x: 0, y: 0, file }] : [],
})

/** A PNG of one colour, by default 64 × 48 pixels. */
export async function pngOf(red: number, { width = 64, height = 48 } = {}) {
  const background = { r: red, g: 90, b: 200 }
  return fileOf(
    await sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer(),
  )
}

/** A file, its hash, and its key in storage once a person has sent it. */
export async function fileOf(bytes: Buffer) {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const keyOf = async ({ account }: TestPerson) => {
    const row = await server.context.database
      .selectFrom('canvas_file')
      .select('storage_key')
      .where('account_id', '=', account.id)
      .where('sha256', '=', sha256)
      .executeTakeFirstOrThrow()
    return row.storage_key
  }
  return { bytes, sha256, keyOf }
}
