import { OpenAPIHono, z } from '@hono/zod-openapi'
import { GenerationView } from '#core/generations/generation-contract.ts'
import { withMedia } from '#core/generations/read-generation.ts'
import { presentGeneration, readerOf } from '#core/generations/routes/present-generation.ts'
import type { ApiOptions, Env, RequestContext } from '#core/http/env.ts'
import { withoutStalling } from '#core/http/receive-body.ts'
import { byAccount, resource } from '#core/http/resource.ts'
import { json, refusals, signedInRoute } from '#core/http/route.ts'
import { sendMedia } from '#core/http/send-media.ts'
import { documentQuery, readQuery } from '#core/http/validation.ts'
import { Refused } from '#core/refused.ts'
import { loadMessages } from '#core/texts/messages/messages.ts'
import {
  CanvasDocumentView,
  CanvasesQuery,
  CanvasFileView,
  CanvasPage,
  CanvasVersions,
  CanvasVersionView,
  CanvasView,
  CopyCanvas,
  CreateCanvas,
  ExportQuery,
  SaveCanvas,
} from './contract.ts'
import {
  copyCanvas,
  createCanvas,
  deleteCanvas,
  listVersions,
  readCanvas,
  readPage,
  readVersion,
  saveCanvas,
} from './documents.ts'
import { exportCanvas } from './export-canvas.ts'
import { openFile, takeFile } from './files.ts'
import type english from './messages/errors.en.json'
import type { CanvasRow } from './queries.ts'
import { maxExportBytes, maxFileBytes } from './rules.ts'

const canvases = resource('/api/canvas/documents', byAccount)
const one = z.object({ id: z.string() })
const onePath = '/api/canvas/documents/{id}'

const list = canvases.list({
  summary: 'The account’s documents of the canvas, without their layers',
  query: CanvasesQuery,
  answer: [CanvasPage, 'The last saved first.'],
})

const create = canvases.create({
  summary: 'Save a new document of the canvas',
  description:
    'Send its files of pixels after this, and then save it with layers that name them. An account has 200 documents at most: then 409 `too_many_canvases`.',
  body: CreateCanvas,
  answer: [CanvasView, 'As it is saved.'],
  refused: [409, 413],
})

const read = canvases.read({
  summary: 'A document of the canvas with its layers',
  answer: [CanvasDocumentView, 'As it was saved last.'],
})

const save = signedInRoute({
  method: 'put',
  path: onePath,
  summary: 'Save the next version of a document',
  description:
    'Only if `base_version` is the saved version: else 409 `canvas_conflict`, with the saved version in `current` and its time in `saved_at`, and nothing is written. 422 `canvas_file_missing` names the first `file` that has to be sent before.',
  request: { params: one },
  body: SaveCanvas,
  responses: {
    200: json(CanvasView, 'As it is saved.'),
    ...refusals(400, 401, 403, 404, 409, 413, 415, 422),
  },
})

const remove = canvases.remove({ summary: 'Delete a document with its versions' })

const copy = signedInRoute({
  method: 'post',
  path: `${onePath}/copy`,
  summary: 'Save a copy of a document under another name',
  request: { params: one },
  body: CopyCanvas,
  responses: {
    201: json(CanvasView, 'The copy.'),
    ...refusals(400, 401, 403, 404, 409, 415),
  },
})

const versions = signedInRoute({
  method: 'get',
  path: `${onePath}/versions`,
  summary: 'The versions of a document that are kept, at most 20',
  request: { params: one },
  responses: { 200: json(CanvasVersions, 'The newest first.'), ...refusals(401, 404) },
})

const version = signedInRoute({
  method: 'get',
  path: `${onePath}/versions/{version}`,
  summary: 'A version of a document with its layers',
  request: { params: z.object({ id: z.string(), version: z.string() }) },
  responses: { 200: json(CanvasVersionView, 'As it was saved.'), ...refusals(401, 404) },
})

const file = { type: 'string' as const, format: 'binary' }
const fileContent = { 'image/png': { schema: file }, 'image/webp': { schema: file } }
const oneFile = z.object({ id: z.string(), sha256: z.string() })

const sendFile = signedInRoute({
  method: 'put',
  path: `${onePath}/files/{sha256}`,
  summary: 'Send a file of pixels (PNG, WebP), at most 67,108,864 bytes and 8,192 pixels a side',
  description:
    'The body is the file, whose SHA-256 is in the path. One that the account has is not stored again. The files of an account have 2 GiB at most: then 409 `canvas_storage_full`. Kept as long as a version of a document names it, and a day without.',
  request: { params: oneFile, body: { required: true, content: fileContent } },
  responses: {
    200: json(CanvasFileView, 'It is kept.'),
    ...refusals(400, 401, 403, 404, 408, 409, 413, 415, 429, 503),
  },
})

const readFile = signedInRoute({
  method: 'get',
  path: `${onePath}/files/{sha256}`,
  summary: 'A file of pixels, for its owner',
  request: { params: oneFile },
  responses: {
    200: { description: 'The file.', content: fileContent },
    ...refusals(401, 404),
  },
})

const exportContent = { ...fileContent, 'image/jpeg': { schema: file } }

const exportImage = signedInRoute({
  method: 'post',
  path: `${onePath}/exports`,
  summary:
    'Record an image of a document (PNG, JPEG, WebP), at most 52,428,800 bytes and 8,192 pixels a side',
  description:
    'The body is the flattened image. It becomes a completed, private record of the kind image at price 0, in the history as others are: made from the results that `source` of the visible image and drawing layers names, as the document was saved last, as far as they are the account’s. With such a source its metadata and its content credentials say that a model made a part of it.',
  request: { params: one, body: { required: true, content: exportContent } },
  parameters: documentQuery(ExportQuery),
  responses: {
    201: json(GenerationView, 'The record.'),
    ...refusals(400, 401, 403, 404, 408, 409, 413, 415, 429, 503),
  },
})

export const errors = {
  statuses: {
    too_many_canvases: 409,
    canvas_too_large: 413,
    canvas_layer_repeated: 400,
    canvas_group_missing: 400,
    canvas_group_in_itself: 400,
    canvas_groups_too_deep: 400,
    canvas_conflict: 409,
    canvas_file_missing: 422,
    canvas_file_differs: 400,
    canvas_file_type: 415,
    canvas_side_too_long: 400,
    canvas_storage_full: 409,
    canvas_export_type: 415,
  },
  texts: await loadMessages<typeof english>(
    (language) => import(`./messages/errors.${language}.json`, { with: { type: 'json' } }),
  ),
} as const

/** Their JSON has up to a megabyte. */
export const largerBodies = ['/api/canvas/documents', '/api/canvas/documents/*']

/** Files, which are written to storage as they arrive. */
export const streamedBodies = /^\/api\/canvas\/documents\/[^/]+\/(files\/[^/]+|exports)$/

/** Documents of the canvas, for the signed-in account. */
export function routes({ context }: ApiOptions) {
  return new OpenAPIHono<Env>()
    .openapi(list, async (c) => {
      const { after } = readQuery(c, CanvasesQuery)
      const { rows, next } = await readPage(context, c.get('account').id, after)
      return c.json({ documents: rows.map(presentCanvas), next }, 200)
    })
    .openapi(create, async (c) => {
      const row = await createCanvas(context, c.get('account').id, c.get('body'))
      return c.json(presentCanvas(row), 201)
    })
    .openapi(read, async (c) => {
      const row = await readCanvas(context, whichOf(c.get('account'), c.req.valid('param')))
      return c.json({ ...presentCanvas(row), document: row.document }, 200)
    })
    .openapi(save, async (c) => {
      const which = whichOf(c.get('account'), c.req.valid('param'))
      return c.json(presentCanvas(await saveCanvas(context, which, c.get('body'))), 200)
    })
    .openapi(remove, async (c) => {
      await deleteCanvas(context, whichOf(c.get('account'), c.req.valid('param')))
      return c.body(null, 204)
    })
    .openapi(copy, async (c) => {
      const which = whichOf(c.get('account'), c.req.valid('param'))
      return c.json(presentCanvas(await copyCanvas(context, which, c.get('body').name)), 201)
    })
    .openapi(versions, async (c) => {
      const rows = await listVersions(context, whichOf(c.get('account'), c.req.valid('param')))
      return c.json({ versions: rows.map(withTime) }, 200)
    })
    .openapi(version, async (c) => {
      const { version: number, ...rest } = c.req.valid('param')
      const row = await readVersion(context, whichOf(c.get('account'), rest), number)
      const { width, height, created_at, document } = row
      return c.json(withTime({ version: row.version, width, height, created_at, document }), 200)
    })
    .openapi(sendFile, async (c) => {
      requireLength(c, maxFileBytes)
      const which = { accountId: c.get('account').id, ...c.req.valid('param') }
      const row = await takeFile(context, which, withoutStalling(c.req.raw.body))
      const { sha256, content_type, bytes, width, height } = row
      return c.json({ sha256, content_type, bytes, width, height }, 200)
    })
    .openapi(exportImage, async (c) => {
      requireLength(c, maxExportBytes)
      const { request_id: requestId } = readQuery(c, ExportQuery)
      const account = c.get('account')
      const made = { requestId, keyId: c.get('key')?.id ?? null }
      const which = whichOf(account, c.req.valid('param'))
      const row = await exportCanvas(context, which, {
        ...made,
        body: withoutStalling(c.req.raw.body),
      })
      const [found] = await withMedia(context, [row])
      if (!found) throw new Refused({ reason: 'not_found' })
      return c.json(presentGeneration(found, readerOf(c, account)), 201)
    })
    .openapi(readFile, async (c) => {
      const which = { accountId: c.get('account').id, ...c.req.valid('param') }
      return sendMedia(c, await openFile(context, which))
    })
}

const whichOf = (account: { id: string }, { id }: { id: string }) => ({ accountId: account.id, id })

/** Throws before anything is read of a body that says itself that it is too large. */
function requireLength(c: RequestContext, max: number): void {
  if (Number(c.req.header('content-length') ?? 0) > max)
    throw new Refused({ reason: 'file_too_large', max })
}

function presentCanvas({ account_id: _, created_at, updated_at, ...row }: CanvasRow): CanvasView {
  const { id, name, width, height, version, bytes, thumbnail } = row
  return {
    ...{ id, name, width, height, version, bytes, thumbnail },
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }
}

function withTime<Row extends { created_at: Date }>(row: Row) {
  return { ...row, created_at: row.created_at.toISOString() }
}
