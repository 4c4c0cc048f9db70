import { createEndpoints } from '#core/generations/routes/create-endpoints.ts'
import { histories } from '#core/history/routes/histories.ts'
import type { Accept } from '#core/models/rules/fields.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { sampleFile } from '../files.ts'
import { modelInput } from '../model-input.ts'
import { featureMatrices } from './feature-matrices.ts'
import type { Caller } from './matrix-callers.ts'
import * as things from './matrix-resources.ts'

/** A file that a field takes, as an upload of the account. */
const uploads: Record<Accept, typeof things.image> = {
  image: things.image,
  video: things.video,
  'video-or-gif': things.video,
  audio: things.audio,
}

/** One call of an operation: `id` is what it names, `ids` what it names where it takes several. */
export type Call = { caller: Caller; id: string; ids: string[] }
export type RequestParts = { path?: string; body?: object; headers?: Record<string, string> }
/**
 * How an operation is asked, so that only who asks, and for whose thing, can keep it from being
 * done.
 */
export type Operation = {
  make?: things.Make
  request?(call: Call): RequestParts | Promise<RequestParts>
}

const reason = 'the matrix'
const noId = '00000000-0000-7000-8000-000000000000'
const paths = {
  image: '/api/wan/getImageResult',
  video: '/api/wan/getResult',
  audio: '/api/wan/getAudioResult',
} as const

/** The operations that take more than a path; `{id}` is put into all paths. */
export const operations: Readonly<Record<string, Operation>> = {
  ...Object.fromEntries(histories.flatMap(({ base, kind }) => historyOperations(base, kind))),
  ...Object.fromEntries(
    createEndpoints.map(({ path, kind }) => [`POST ${path}`, createOperation(path, kind)]),
  ),
  ...adminOperations(),
  ...adminModelOperations(),
  ...Object.assign({}, ...featureMatrices.map(({ operations }) => operations)),

  // The studio of the matrix has no logo.
  'GET /api/settings/logo/:name': { request: () => ({ path: '/api/settings/logo/current.png' }) },
  'GET /api/docs/:file': { request: () => ({ path: '/api/docs/swagger-ui.css' }) },
  'ALL /api/*': { request: () => ({ path: '/api/nothing' }) },
  'PATCH /api/account': { request: () => ({ body: { daily_cap: 5 } }) },
  'DELETE /api/account': { request: ({ caller: { email } }) => ({ body: { email } }) },
  'DELETE /api/account/sessions/:id': { make: things.session },
  'POST /api/account/keys': { request: () => ({ body: { name: 'another', scopes: ['create'] } }) },
  'DELETE /api/account/keys/:id': { make: things.key },

  'POST /api/generations/quote': {
    request: () => ({ body: { model: 'flux-schnell', input: { prompt: 'x' } } }),
  },
  'GET /api/generations/:id': { make: things.finished('image') },
  'GET /api/generations/:id/model': { make: things.finished('image') },
  'POST /api/generations/:id/cancel': { make: things.waiting('image') },
  'POST /api/generations/:id/visibility': {
    make: things.finished('image'),
    request: () => ({ body: { is_public: true } }),
  },
  'POST /api/generations/restore': {
    make: things.deleted('image'),
    request: ({ ids }) => ({ body: { ids } }),
  },
  'POST /api/wan/refundCredits': {
    make: things.failed('image'),
    request: ({ id }) => ({ body: { request_id: id, manual_refund: true } }),
  },
  'POST /api/wan/updateAudioStatus': {
    make: things.waiting('audio'),
    request: ({ id }) => ({ body: { request_id: id } }),
  },
  'GET /api/audio-generation/status': {
    make: things.finished('audio'),
    request: ({ id }) => ({ path: `/api/audio-generation/status?record_id=${id}` }),
  },
  'GET /api/image-understanding/status': {
    make: things.finished('image-understanding'),
    request: ({ id }) => ({ path: `/api/image-understanding/status?job_id=${id}` }),
  },

  'POST /api/provenance': { request: () => upload('photo.png') },
  'GET /api/provenance': {
    make: things.file(false),
    request: ({ id }) => ({ path: `/api/provenance?address=${things.fileAddress(id)}` }),
  },
  'GET /api/near-copies': {
    make: things.file(false),
    request: ({ id }) => ({ path: `/api/near-copies?address=${things.fileAddress(id)}` }),
  },
  'POST /api/upload-video': { request: () => upload('video.mp4') },
  'POST /api/upload-image-wan-i2v': { request: () => upload('photo.png') },
  'POST /api/upload-from-url': {
    make: things.file(false),
    request: ({ id }) => ({ body: { url: things.fileAddress(id), accept: 'image' } }),
  },
  'POST /api/generate-presigned-url': {
    request: () => ({ body: { filename: 'x', contentType: 'image/png' } }),
  },
  'GET /media/:account/:id/:name': {
    make: things.file(false),
    request: ({ id }) => ({ path: things.fileAddress(id) }),
  },
  'GET /media/signed/*': {
    request: () => ({ path: '/media/signed/uploads/x.png?expires=9999999999&signature=x' }),
  },
  'PUT /media/signed/*': {
    request: () => ({
      path: '/media/signed/uploads/x.png?expires=9999999999&signature=x',
      body: {},
    }),
  },
  'PUT /media/incoming/:id/:token': {
    make: things.promised,
    request: ({ id }) => ({
      path: `/media/incoming/${id}/x`,
      body: {},
      headers: { 'content-type': 'image/png' },
    }),
  },
  'POST /api/webhooks/:provider': {
    make: things.waiting('image'),
    request: ({ id }: Call) => ({
      path: `/api/webhooks/replicate?account=${id}&generation=${id}&token=${id}`,
      body: {},
    }),
  },
  ...Object.fromEntries(
    Object.entries(paths).map(([kind, path]) => [
      `POST ${path}`,
      {
        make: things.waiting(kind as Kind),
        request: ({ id }: Call) => ({
          path: `${path}?account=${id}&generation=${id}&token=${id}`,
          body: {},
        }),
      },
    ]),
  ),
}

function historyOperations(base: string, kind: Kind): [string, Operation][] {
  return [
    [
      `GET ${base}/status`,
      { make: things.finished(kind), request: ({ id }) => ({ path: `${base}/status?id=${id}` }) },
    ],
    [
      `POST ${base}/favorite`,
      {
        make: things.finished(kind),
        request: ({ id }) => ({ body: { imageId: id, isFavorite: true, tags: ['x'] } }),
      },
    ],
    [
      `DELETE ${base}/delete`,
      { make: things.finished(kind), request: ({ ids }) => ({ body: { ids } }) },
    ],
    [
      `POST ${base}/selection`,
      {
        make: things.finished(kind),
        request: ({ ids }) => ({ body: { ids, action: 'favorite' } }),
      },
    ],
  ]
}

/**
 * Where work starts from a file, the file is what is asked for; an image or a video, as the model
 * takes it.
 */
function createOperation(path: string, kind: Kind): Operation {
  const endpoint = createEndpoints.find((candidate) => candidate.path === path)
  const model = things.modelFor(kind)
  const [taken] = Object.entries(model.fields).flatMap(([name, { control }]) =>
    control.kind === 'file' && kind !== 'image' ? [{ name, accept: control.accept }] : [],
  )
  const [modelField = 'model'] = endpoint?.modelFields ?? []
  return {
    ...(taken && { make: uploads[taken.accept] }),
    request: ({ id }) => ({
      body: {
        ...modelInput(model, () => things.fileAddress(id)),
        // Also where it need not be given.
        ...(taken && { [taken.name]: things.fileAddress(id) }),
        [modelField]: model.id,
        ...(endpoint?.typeField && { [endpoint.typeField]: model.generationType }),
      },
    }),
  }
}

function adminOperations(): Record<string, Operation> {
  const [accounts, generations] = ['/api/admin/accounts/:id', '/api/admin/generations/:id']
  return {
    // Of no generation: each is refused by itself.
    'POST /api/admin/generations/retry': { request: () => ({ body: { reason, ids: [noId] } }) },
    'POST /api/admin/generations/refund': { request: () => ({ body: { reason, ids: [noId] } }) },
    'POST /api/admin/ledger/verify': { request: () => ({ body: {} }) },
    'PATCH /api/admin/settings': {
      request: () => ({ body: { reason, set: { signup_credits: 1 } } }),
    },
    // What failed long after today: nothing.
    'POST /api/admin/generations/retry-failed': {
      request: () => ({ body: { reason, since: '2100-01-01T00:00:00Z' } }),
    },
    [`GET ${accounts}`]: { make: things.account },
    [`POST ${accounts}/grant`]: {
      make: things.account,
      request: () => ({ body: { reason, credits: 5 } }),
    },
    [`POST ${accounts}/take`]: {
      make: things.account,
      request: () => ({ body: { reason, credits: 5 } }),
    },
    [`POST ${accounts}/role`]: {
      make: things.account,
      request: () => ({ body: { reason, role: 'support' } }),
    },
    [`GET ${accounts}/export`]: {
      make: things.account,
      request: ({ id }) => ({ path: `/api/admin/accounts/${id}/export?act=none-begun` }),
    },
    [`POST ${accounts}/export`]: {
      make: things.account,
      request: () => ({ body: { reason, act_id: `matrix-${Math.random()}` } }),
    },
    // Confirmed with another address, so that the account stays.
    [`POST ${accounts}/delete`]: {
      make: things.account,
      request: () => ({ body: { reason, email: 'another@example.com' } }),
    },
    [`POST ${accounts}/suspend`]: { make: things.account, request: () => ({ body: { reason } }) },
    [`POST ${accounts}/resume`]: { make: things.account, request: () => ({ body: { reason } }) },
    [`POST ${accounts}/approve`]: {
      make: things.waitingAccount,
      request: () => ({ body: { reason } }),
    },
    [`POST ${accounts}/reject`]: {
      make: things.waitingAccount,
      request: () => ({ body: { reason, note: 'no' } }),
    },
    [`GET ${generations}`]: { make: things.failed('image') },
    [`POST ${generations}/retry`]: {
      make: things.failed('image'),
      request: () => ({ body: { reason } }),
    },
    [`POST ${generations}/refund`]: {
      make: things.failed('image'),
      request: () => ({ body: { reason } }),
    },
  }
}

function adminModelOperations(): Record<string, Operation> {
  const path = '/api/admin/models'
  const one = `${path}/:type/:id`
  const definition = things.modelDefinition(`matrix-${Date.now()}`)
  const at = (id: string, action = '') => `${path}/${definition.generation_type}/${id}${action}`
  const changes = ['enable', 'disable', 'delete'].map((action): [string, Operation] => [
    `POST ${one}/${action}`,
    {
      make: things.model,
      request: ({ id }) => ({
        path: at(id, `/${action}`),
        body: { reason, expected_version: 1 },
      }),
    },
  ])
  return {
    [`POST ${path}`]: {
      request: ({ caller: { name } }) => ({
        body: {
          reason,
          definition: { ...definition, id: `${definition.id}-${name}` },
          expected_version: null,
        },
      }),
    },
    [`POST ${path}/check`]: { request: () => ({ body: { definition } }) },
    [`POST ${path}/import`]: { request: () => ({ body: { document: {} } }) },
    [`GET ${one}`]: { make: things.model, request: ({ id }) => ({ path: at(id) }) },
    ...Object.fromEntries(changes),
  }
}

async function upload(name: string): Promise<RequestParts> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await sampleFile(name))]), name)
  return { body: form }
}
