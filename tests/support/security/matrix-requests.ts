import { createEndpoints } from '#api/generations/create-endpoints.ts'
import { histories } from '#api/history/histories.ts'
import { builtInModels } from '#catalogue/catalogue.ts'
import type { Kind } from '#catalogue/kinds.ts'
import { mediaAddress } from '#domain/media-address.ts'
import { sampleFile } from '../files.ts'
import { modelInput } from '../model-input.ts'
import type { Caller } from './matrix-callers.ts'
import * as things from './matrix-resources.ts'

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
  ...proxyOperations(),
  ...adminOperations(),

  'GET /api/docs/:file': { request: () => ({ path: '/api/docs/swagger-ui.css' }) },
  'ALL /api/*': { request: () => ({ path: '/api/nothing' }) },
  'PATCH /api/account': { request: () => ({ body: { daily_cap: 5 } }) },
  'DELETE /api/account': { request: ({ caller: { email } }) => ({ body: { email } }) },
  'DELETE /api/account/sessions/:id': { make: things.session },
  'POST /api/account/keys': { request: () => ({ body: { name: 'another', scopes: ['create'] } }) },
  'DELETE /api/account/keys/:id': { make: things.key },
  'POST /api/payments/checkout': { request: () => ({ body: { pack: 'start' } }) },
  'GET /api/payments/:id': { make: things.payment },
  'POST /api/payments/webhook': { request: () => ({ body: {} }) },

  'POST /api/generations/quote': {
    request: () => ({ body: { model: 'flux-schnell', input: { prompt: 'x' } } }),
  },
  'GET /api/generations/:id': { make: things.finished('image') },
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
  'GET /api/downloads/:id': { make: things.download },

  'POST /api/upload-video': { request: () => upload('video.mp4') },
  'POST /api/upload-image-wan-i2v': { request: () => upload('photo.png') },
  'POST /api/upload-from-url': {
    make: things.file(false),
    request: ({ id }) => ({ body: { url: fileAddress(id), accept: 'image' } }),
  },
  'POST /api/generate-presigned-url': {
    request: () => ({ body: { filename: 'x', contentType: 'image/png' } }),
  },
  'GET /media/:account/:id/:name': {
    make: things.file(false),
    request: ({ id }) => ({ path: fileAddress(id) }),
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
    [
      `POST ${base}/download`,
      { make: things.finished(kind), request: ({ ids }) => ({ body: { imageIds: ids } }) },
    ],
  ]
}

/**
 * Where work starts from a file, the file is what is asked for; an image or a video, as the model
 * takes it.
 */
/** A file is made with its address; an id alone is of none. */
function fileAddress(id: string): string {
  return id.startsWith('/') ? id : mediaAddress({ id, account_id: id }, '0.png')
}

function createOperation(path: string, kind: Kind): Operation {
  const endpoint = createEndpoints.find((candidate) => candidate.path === path)
  const model = things.modelFor(kind)
  const taken = Object.values(model.fields).flatMap(({ control }) =>
    control.kind === 'file' ? [control.accept] : [],
  )[0]
  const [modelField = 'model'] = endpoint?.modelFields ?? []
  return {
    ...(kind !== 'image' && taken && { make: taken === 'image' ? things.image : things.video }),
    request: ({ id }) => ({
      body: {
        ...modelInput(model, () => fileAddress(id)),
        [modelField]: model.id,
        ...(endpoint?.typeField && { [endpoint.typeField]: model.generationType }),
      },
    }),
  }
}

function proxyOperations(): Record<string, Operation> {
  const { endpoints } = builtInModels.find(({ id }) => id === 'flux-schnell') ?? {
    endpoints: ['?'],
  }
  const [endpoint] = endpoints
  const body = { prompt: 'a fox', image_size: 'square' }
  const [status, cancel] = ['status', 'cancel'].map(
    (what) => (id: string) => `fal-ai/flux/requests/${id}/${what}`,
  )
  const proxied = (path: string) => ({ 'x-fal-target-url': `https://queue.fal.run/${path}` })
  const make = things.waiting('image')
  const [proxy, queue] = ['/api/wan/fal/proxy', '/api/wan/fal/queue']
  return {
    [`GET ${proxy}`]: { make, request: ({ id }) => ({ headers: proxied(status?.(id) ?? '') }) },
    [`PUT ${proxy}`]: { make, request: ({ id }) => ({ headers: proxied(cancel?.(id) ?? '') }) },
    [`POST ${proxy}`]: { request: () => ({ body, headers: proxied(endpoint) }) },
    [`GET ${queue}/*`]: { make, request: ({ id }) => ({ path: `${queue}/${status?.(id)}` }) },
    [`PUT ${queue}/*`]: { make, request: ({ id }) => ({ path: `${queue}/${cancel?.(id)}` }) },
    [`POST ${queue}/*`]: { request: () => ({ path: `${queue}/${endpoint}`, body }) },
  }
}

function adminOperations(): Record<string, Operation> {
  const [accounts, generations] = ['/api/admin/accounts/:id', '/api/admin/generations/:id']
  return {
    'POST /api/admin/ledger/verify': { request: () => ({ body: {} }) },
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
    [`POST ${accounts}/suspend`]: { make: things.account, request: () => ({ body: { reason } }) },
    [`POST ${accounts}/resume`]: { make: things.account, request: () => ({ body: { reason } }) },
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

async function upload(name: string): Promise<RequestParts> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await sampleFile(name))]), name)
  return { body: form }
}
