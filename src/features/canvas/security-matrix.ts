import { createHash } from 'node:crypto'
import { oneChunk } from '#core/media/stored-files.ts'
import { sampleFile } from '#testing/files.ts'
import type { FeatureMatrix } from '#testing/security/feature-matrices.ts'
import type { Make } from '#testing/security/matrix-resources.ts'
import { createCanvas } from './documents.ts'
import { takeFile } from './files.ts'

const layers = { width: 64, height: 48, document: { format: 1 as const, layers: [] } }
const wanted = { name: 'one', ...layers }

const make: Make = async (context, accountId) => (await createCanvas(context, accountId, wanted)).id

const photo = await sampleFile('photo.png')
const sha256 = createHash('sha256').update(photo).digest('hex')

/** A document of an account that has a file. */
const withFile: Make = async (context, accountId) => {
  const id = await make(context, accountId)
  await takeFile(context, { id, accountId, sha256 }, oneChunk(photo))
  return id
}

const filePath = ({ id }: { id: string }) => `/api/canvas/documents/${id}/files/${sha256}`

export const matrix: FeatureMatrix = {
  table: `
GET /api/canvas/documents              -             who     who     200     200     200     200     200     200     200
POST /api/canvas/documents             -             who     who     201     201     201     201     scope   201     201
GET /api/canvas/documents/:id          own           who     who     200     200     200     200     200     200     200
GET /api/canvas/documents/:id          other=missing who     who     none    none    none    none    none    none    none
PUT /api/canvas/documents/:id          own           who     who     200     200     200     200     scope   200     200
PUT /api/canvas/documents/:id          other=missing who     who     none    none    none    none    scope   none    none
DELETE /api/canvas/documents/:id       own           who     who     204     204     204     204     scope   204     204
DELETE /api/canvas/documents/:id       other=missing who     who     none    none    none    none    scope   none    none
POST /api/canvas/documents/:id/copy    own           who     who     201     201     201     201     scope   201     201
POST /api/canvas/documents/:id/copy    other=missing who     who     none    none    none    none    scope   none    none
GET /api/canvas/documents/:id/versions own           who     who     200     200     200     200     200     200     200
GET /api/canvas/documents/:id/versions other=missing who     who     none    none    none    none    none    none    none
GET /api/canvas/documents/:id/versions/:version own           who     who     200     200     200     200     200     200     200
GET /api/canvas/documents/:id/versions/:version other=missing who     who     none    none    none    none    none    none    none
GET /api/canvas/documents/:id/files/:sha256 own           who     who     200     200     200     200     200     200     200
GET /api/canvas/documents/:id/files/:sha256 other=missing who     who     none    none    none    none    none    none    none
PUT /api/canvas/documents/:id/files/:sha256 own           who     who     200     200     200     susp    scope   200     200
PUT /api/canvas/documents/:id/files/:sha256 other=missing who     who     none    none    none    none    scope   none    none
POST /api/canvas/documents/:id/exports own           who     who     201     201     201     susp    scope   201     201
POST /api/canvas/documents/:id/exports other=missing who     who     none    none    none    none    scope   none    none
`,
  operations: {
    'POST /api/canvas/documents': { request: () => ({ body: wanted }) },
    'GET /api/canvas/documents/:id': { make },
    'PUT /api/canvas/documents/:id': {
      make,
      request: () => ({ body: { base_version: 1, ...layers } }),
    },
    'DELETE /api/canvas/documents/:id': { make },
    'POST /api/canvas/documents/:id/copy': { make, request: () => ({ body: { name: 'two' } }) },
    'GET /api/canvas/documents/:id/versions': { make },
    'GET /api/canvas/documents/:id/versions/:version': {
      make,
      request: ({ id }) => ({ path: `/api/canvas/documents/${id}/versions/1` }),
    },
    'GET /api/canvas/documents/:id/files/:sha256': {
      make: withFile,
      request: (call) => ({ path: filePath(call) }),
    },
    'PUT /api/canvas/documents/:id/files/:sha256': {
      make: withFile,
      request: (call) => ({ path: filePath(call), headers: { 'content-type': 'image/png' } }),
    },
    'POST /api/canvas/documents/:id/exports': {
      make,
      request: ({ id }) => ({
        path: `/api/canvas/documents/${id}/exports`,
        headers: { 'content-type': 'image/png' },
        body: new Blob([new Uint8Array(photo)]),
      }),
    },
  },
  fuzzed: [make],
}
