import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { answerOf } from './errors.ts'
import { baseOf, type EmulatorEnv, type EmulatorParts } from './http.ts'
import type { JobStore } from './jobs/job-store.ts'
import { readAtMost } from './open-inputs.ts'

/** An announced upload: its content type, and the id under which it is read. */
type Announced = { id: string; contentType: string }

const uuid = /^[0-9a-f-]{36}$/

/**
 * The address to put a file to, and the address to read it from (docs/providers/fal.md#uploads).
 */
export async function initiateUpload(
  c: Context<EmulatorEnv>,
  { account, store }: EmulatorParts,
): Promise<Response> {
  if (account.refusal) return answerOf(account.refusal)
  const order = (await c.req.json().catch(() => null)) as {
    content_type?: unknown
    file_name?: unknown
  } | null
  const { content_type: contentType, file_name: name } = order ?? {}
  if (typeof contentType !== 'string' || typeof name !== 'string') {
    return c.json(
      {
        detail: [
          { loc: ['body'], msg: 'content_type and file_name are required', type: 'missing' },
        ],
      },
      422,
    )
  }
  const [token, id] = [randomUUID(), randomUUID()]
  await store.saveFile(`upload-token-${token}`, encode({ id, contentType }))
  return c.json({
    upload_url: `${baseOf(c)}/storage/upload/sink/${token}`,
    file_url: `${baseOf(c)}/files/uploads/${id}/${encodeURIComponent(name)}`,
  })
}

/** Receives the bytes themselves; the address is the permission. */
export async function receiveUpload(
  c: Context<EmulatorEnv>,
  { store, uploadLimit }: EmulatorParts,
  token: string,
): Promise<Response> {
  const announcement = uuid.test(token) ? await store.readFile(`upload-token-${token}`) : undefined
  if (!announcement) return c.json({ detail: 'Not Found' }, 404)
  const data = await readAtMost(c.req.raw.body, uploadLimit)
  if (!data) return c.json({ detail: `A file may have ${uploadLimit} bytes at most` }, 413)
  const { id } = JSON.parse(Buffer.from(announcement).toString()) as Announced
  await store.saveFile(`upload-${id}`, data)
  await store.saveFile(`upload-about-${id}`, announcement)
  return c.body(null, 200)
}

export async function serveUpload({ store }: EmulatorParts, id: string): Promise<Response> {
  const upload = await findUpload(store, id)
  if (!upload) return new Response('Not Found', { status: 404 })
  return new Response(new Uint8Array(upload.data), {
    headers: { 'content-type': upload.contentType },
  })
}

/** A file that was announced and has arrived. */
export async function findUpload(store: JobStore, id: string) {
  const about = uuid.test(id) ? await store.readFile(`upload-about-${id}`) : undefined
  const data = about && (await store.readFile(`upload-${id}`))
  if (!about || !data) return undefined
  const { contentType } = JSON.parse(Buffer.from(about).toString()) as Announced
  return { data, contentType }
}

function encode(announced: Announced): Uint8Array {
  return Buffer.from(JSON.stringify(announced))
}
