import { z } from 'zod'
import { CreateEnvelope } from '#core/generations/generation-contract.ts'
import { controlImageKinds } from '#core/models/rules/control-image-kinds.ts'
import { plainText, text } from '#core/texts/contract/plain-text.ts'
import {
  blendModes,
  documentsPageSize,
  keptVersions,
  maxDocumentName,
  maxLayerName,
  maxLayers,
  maxPoints,
  maxSide,
  maxTextLength,
  maxTiles,
} from './rules.ts'

declare module '#core/texts/contract/errors.ts' {
  interface FeatureErrors {
    too_many_canvases: { max: number }
    canvas_too_large: { max: number }
    /** Two layers have one id; `field`: of the second. */
    canvas_layer_repeated: { field: string }
    /** `field`: the parent, which is no group of the document. */
    canvas_group_missing: { field: string }
    canvas_group_in_itself: { field: string }
    canvas_groups_too_deep: { field: string; max: number }
    /** Another version is saved; `current`: which; `saved_at`: when. */
    canvas_conflict: { current: number; saved_at: string }
    /** `file`: the hash of a file that the document names and that the account does not have. */
    canvas_file_missing: { file: string }
    /** The bytes have another SHA-256 than the address names: `file` is theirs. */
    canvas_file_differs: { file: string }
    /** The file is no PNG or WebP image. */
    canvas_file_type: object
    canvas_side_too_long: { max: number }
    canvas_storage_full: { current: number; max: number }
    /** What was sent as an export is no PNG, JPEG or WebP image. */
    canvas_export_type: object
  }
}

/** The SHA-256 of a file, in lower-case hexadecimal. */
export const FileHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: 'SHA-256 of a file of pixels, in lower-case hexadecimal.' })

const side = z.int().min(1).max(maxSide)
const place = z.number().min(-100_000).max(100_000)
const color = z.string().regex(/^#[0-9a-f]{6}([0-9a-f]{2})?$/)
const layerId = z.string().regex(/^[\w-]{1,40}$/)

export const fontFamilies = ['sans-serif', 'serif', 'monospace', 'rounded', 'handwriting'] as const

export const shapes = ['rectangle', 'ellipse', 'line', 'polygon', 'gradient'] as const

const common = {
  id: layerId,
  name: z.string().max(maxLayerName).regex(plainText),
  parent: layerId.nullable().meta({ description: 'The id of a group; null: in none.' }),
  x: place,
  y: place,
  scale_x: z.number().min(-1_000).max(1_000).meta({ description: 'Negative: mirrored.' }),
  scale_y: z.number().min(-1_000).max(1_000),
  rotation: z.number().min(-360).max(360).meta({ description: 'In degrees.' }),
  opacity: z.number().min(0).max(1),
  blend: z.enum(blendModes),
  visible: z.boolean(),
  locked: z.boolean(),
}

const raster = {
  width: side,
  height: side,
  tiles: z
    .array(z.strictObject({ x: place, y: place, file: FileHash }))
    .max(maxTiles)
    .meta({ description: 'Files with their origins, in pixels of the layer.' }),
  source: z
    .strictObject({ generation_id: z.uuid(), media_position: z.int().min(0).max(1_000) })
    .optional()
    .meta({ description: 'The result that it came from.' }),
}

const layer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('image'), ...common, ...raster }),
  z.strictObject({ kind: z.literal('mask'), ...common, ...raster }),
  z.strictObject({ kind: z.literal('drawing'), ...common, ...raster }),
  z.strictObject({ kind: z.literal('reference'), ...common, ...raster }),
  z.strictObject({
    kind: z.literal('control'),
    ...common,
    ...raster,
    control: z.enum(controlImageKinds).meta({ description: 'What its pixels show.' }),
  }),
  z.strictObject({ kind: z.literal('group'), ...common }),
  z.strictObject({
    kind: z.literal('text'),
    ...common,
    text: z.string().max(maxTextLength).regex(text),
    font_size: z.number().min(1).max(2_000),
    font_family: z.enum(fontFamilies),
    color,
    weight: z.int().min(100).max(900),
    align: z.enum(['left', 'center', 'right']),
    width: z.number().min(1).max(maxSide).nullable(),
  }),
  z.strictObject({
    kind: z.literal('shape'),
    ...common,
    shape: z.enum(shapes),
    width: z.number().min(0).max(maxSide),
    height: z.number().min(0).max(maxSide),
    points: z
      .array(z.strictObject({ x: place, y: place }))
      .max(maxPoints)
      .optional(),
    fill: color.nullable(),
    fill_to: color.nullable().optional().meta({ description: 'Where a gradient ends.' }),
    stroke: color.nullable(),
    stroke_width: z.number().min(0).max(1_000),
  }),
])
export type CanvasLayer = z.infer<typeof layer>

/** The layers of a document, the lowest first, as pages save and load them. */
export const CanvasContent = z.strictObject({
  format: z.literal(1),
  layers: z.array(layer).max(maxLayers),
})
export type CanvasContent = z.infer<typeof CanvasContent>

const name = z.string().trim().min(1).max(maxDocumentName).regex(plainText)
const exampleContent: CanvasContent = { format: 1, layers: [] }

/** `POST /api/canvas/documents`. */
export const CreateCanvas = z
  .strictObject({ name, width: side, height: side, document: CanvasContent })
  .meta({ examples: [{ name: 'Poster', width: 1024, height: 768, document: exampleContent }] })
export type CreateCanvas = z.infer<typeof CreateCanvas>

/** `PUT /api/canvas/documents/{id}`. */
export const SaveCanvas = z
  .strictObject({
    base_version: z
      .int()
      .min(1)
      .meta({ description: 'The version that was changed: the saved one must be it.' }),
    name: name.optional(),
    width: side,
    height: side,
    document: CanvasContent,
    thumbnail: FileHash.optional().meta({ description: 'Absent: it stays as it is.' }),
  })
  .meta({ examples: [{ base_version: 1, width: 1024, height: 768, document: exampleContent }] })
export type SaveCanvas = z.infer<typeof SaveCanvas>

/** `POST /api/canvas/documents/{id}/copy`. */
export const CopyCanvas = z.strictObject({ name }).meta({ examples: [{ name: 'Poster, blue' }] })

/** `GET /api/canvas/documents`. */
export const CanvasesQuery = z.strictObject({
  after: z.uuid().optional().meta({ description: '`next` of the page before.' }),
})

const time = z.iso.datetime()

/** A document without its layers. */
export const CanvasView = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    width: z.int(),
    height: z.int(),
    version: z.int(),
    bytes: z.int().meta({ description: 'Of the JSON of its layers.' }),
    thumbnail: z.string().nullable().meta({ description: 'The hash of a file of it.' }),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: 'Canvas' })
export type CanvasView = z.infer<typeof CanvasView>

export const CanvasDocumentView = z
  .strictObject({ ...CanvasView.shape, document: CanvasContent })
  .meta({ id: 'CanvasDocument' })
export type CanvasDocumentView = z.infer<typeof CanvasDocumentView>

export const CanvasPage = z
  .strictObject({
    documents: z.array(CanvasView).max(documentsPageSize),
    next: z.string().nullable().meta({ description: 'Null: there are no more.' }),
  })
  .meta({ id: 'CanvasPage' })
export type CanvasPage = z.infer<typeof CanvasPage>

const version = { version: z.int(), width: z.int(), height: z.int(), created_at: time }

export const CanvasVersions = z
  .strictObject({
    versions: z.array(z.strictObject({ ...version, bytes: z.int() })).max(keptVersions),
  })
  .meta({ id: 'CanvasVersions' })
export type CanvasVersions = z.infer<typeof CanvasVersions>

export const CanvasVersionView = z
  .strictObject({ ...version, document: CanvasContent })
  .meta({ id: 'CanvasVersion' })
export type CanvasVersionView = z.infer<typeof CanvasVersionView>

/** `PUT /api/canvas/documents/{id}/files/{sha256}`. */
export const CanvasFileView = z
  .strictObject({
    sha256: z.string(),
    content_type: z.enum(['image/png', 'image/webp']),
    bytes: z.int(),
    width: z.int(),
    height: z.int(),
  })
  .meta({ id: 'CanvasFile' })
export type CanvasFileView = z.infer<typeof CanvasFileView>

/** `POST /api/canvas/documents/{id}/exports`. */
export const ExportQuery = z.strictObject({
  request_id: CreateEnvelope.shape.request_id.meta({
    description:
      'Idempotency key: the same file of the same document under the same one gives the same record; another one is a 409 `request_id_reused`.',
  }),
})
