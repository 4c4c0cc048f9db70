import { builtInModels } from '#core/models/rules/catalogue.ts'
import type { FeatureMatrix } from '#testing/security/feature-matrices.ts'
import { waiting } from '#testing/security/matrix-resources.ts'

const { endpoints } = builtInModels.find(({ id }) => id === 'flux-schnell') ?? {
  endpoints: ['?'],
}
const [endpoint] = endpoints
const body = { prompt: 'a fox', image_size: 'square' }
const [status, cancel] = ['status', 'cancel'].map(
  (what) => (id: string) => `fal-ai/flux/requests/${id}/${what}`,
)
const proxied = (path: string) => ({ 'x-fal-target-url': `https://queue.fal.run/${path}` })
const make = waiting('image')
const [proxy, queue] = ['/api/wan/fal/proxy', '/api/wan/fal/queue']

export const matrix: FeatureMatrix = {
  table: `
GET /api/wan/fal/proxy                 own           who     who     202     202     202     202     202     202     202
GET /api/wan/fal/proxy                 other=missing who     who     none    none    none    none    none    none    none
GET /api/wan/fal/queue/*               own           who     who     202     202     202     202     202     202     202
GET /api/wan/fal/queue/*               other=missing who     who     none    none    none    none    none    none    none
POST /api/wan/fal/proxy                -             who     who     pay     low     200     susp    scope   200     200
POST /api/wan/fal/queue/*              -             who     who     pay     low     200     susp    scope   200     200
PUT /api/wan/fal/proxy                 own           who     who     200     200     200     200     scope   200     200
PUT /api/wan/fal/proxy                 other=missing who     who     none    none    none    none    scope   none    none
PUT /api/wan/fal/queue/*               own           who     who     200     200     200     200     scope   200     200
PUT /api/wan/fal/queue/*               other=missing who     who     none    none    none    none    scope   none    none
`,
  operations: {
    [`GET ${proxy}`]: { make, request: ({ id }) => ({ headers: proxied(status?.(id) ?? '') }) },
    [`PUT ${proxy}`]: { make, request: ({ id }) => ({ headers: proxied(cancel?.(id) ?? '') }) },
    [`POST ${proxy}`]: { request: () => ({ body, headers: proxied(endpoint) }) },
    [`GET ${queue}/*`]: { make, request: ({ id }) => ({ path: `${queue}/${status?.(id)}` }) },
    [`PUT ${queue}/*`]: { make, request: ({ id }) => ({ path: `${queue}/${cancel?.(id)}` }) },
    [`POST ${queue}/*`]: { request: () => ({ path: `${queue}/${endpoint}`, body }) },
  },
}
