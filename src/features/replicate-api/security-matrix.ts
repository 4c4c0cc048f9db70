import type { FeatureMatrix } from '#testing/security/feature-matrices.ts'
import { fileAddress, finished, image, waiting } from '#testing/security/matrix-resources.ts'

const base = '/replicate/v1'
const body = (id?: string) => ({
  version: id ? 'nano-banana-edit' : 'flux-dev',
  input: {
    prompt: 'a fox',
    ...(id && { image: `http://localhost:3000${fileAddress(id)}` }),
  },
})

export const matrix: FeatureMatrix = {
  table: `
ALL /replicate/v1/*                    -             none    none    none    none    none    none    none    none    none
POST /replicate/v1/predictions         own           who     who     pay     low     201     susp    scope   201     201
POST /replicate/v1/predictions         other=missing who     who     pay     low     input   susp    scope   input   input
POST /replicate/v1/models/:owner/:name/predictions - who     who     pay     low     201     susp    scope   201     201
GET /replicate/v1/predictions          -             who     who     200     200     200     200     200     200     200
GET /replicate/v1/models               -             who     who     200     200     200     200     200     200     200
GET /replicate/v1/models/:owner/:name  -             who     who     200     200     200     200     200     200     200
GET /replicate/v1/account              -             who     who     200     200     200     200     200     200     200
GET /replicate/v1/predictions/:id      own           who     who     200     200     200     200     200     200     200
GET /replicate/v1/predictions/:id      other=missing who     who     none    none    none    none    none    none    none
POST /replicate/v1/predictions/:id/cancel own        who     who     200     200     200     200     scope   200     200
POST /replicate/v1/predictions/:id/cancel other=missing who  who     none    none    none    none    scope   none    none
POST /replicate/v1/files               -             who     who     form    form    form    susp    scope   form    form
`,
  operations: {
    [`ALL ${base}/*`]: { request: () => ({ path: `${base}/nothing` }) },
    [`GET ${base}/models/:owner/:name`]: {
      request: () => ({ path: `${base}/models/x/flux-dev` }),
    },
    [`POST ${base}/predictions`]: { make: image, request: ({ id }) => ({ body: body(id) }) },
    [`POST ${base}/models/:owner/:name/predictions`]: {
      request: () => ({ path: `${base}/models/x/flux-dev/predictions`, body: body() }),
    },
    [`GET ${base}/predictions/:id`]: { make: finished('image') },
    [`POST ${base}/predictions/:id/cancel`]: { make: waiting('image') },
    [`POST ${base}/files`]: { request: () => ({ body: {} }) },
  },
}
