import type { FeatureMatrix } from '#testing/security/feature-matrices.ts'
import { fileAddress, finished, image } from '#testing/security/matrix-resources.ts'

const prompt = 'a fox'
const video = { make: finished('video') }

export const matrix: FeatureMatrix = {
  table: `
ALL /v1/*                              -             none    none    none    none    none    none    none    none    none
GET /v1/models                         -             who     who     200     200     200     200     200     200     200
GET /v1/models/:model                  -             who     who     200     200     200     200     200     200     200
POST /v1/images/generations            -             who     who     quota   quota   504     susp    scope   504     504 
POST /v1/images/edits                  own           who     who     quota   quota   504     susp    scope   504     504 
POST /v1/images/edits                  other=missing who     who     quota   quota   input   susp    scope   input   input
POST /v1/chat/completions              own           who     who     quota   quota   504     susp    scope   504     504 
POST /v1/chat/completions              other=missing who     who     quota   quota   input   susp    scope   input   input
POST /v1/audio/speech                  -             who     who     quota   quota   504     susp    scope   504     504 
POST /v1/videos                        -             who     who     quota   quota   200     susp    scope   200     200
GET /v1/videos                         -             who     who     200     200     200     200     200     200     200
GET /v1/videos/:id                     own           who     who     200     200     200     200     200     200     200
GET /v1/videos/:id                     other=missing who     who     none    none    none    none    none    none    none
GET /v1/videos/:id/content             own           who     who     200     200     200     200     200     200     200
GET /v1/videos/:id/content             other=missing who     who     none    none    none    none    none    none    none
DELETE /v1/videos/:id                  own           who     who     200     200     200     200     scope   200     200
DELETE /v1/videos/:id                  other=missing who     who     none    none    none    none    scope   none    none
`,
  operations: {
    'ALL /v1/*': { request: () => ({ path: '/v1/nothing' }) },
    'GET /v1/models/:model': { request: () => ({ path: '/v1/models/flux-dev' }) },
    'POST /v1/images/generations': { request: () => ({ body: { prompt, model: 'flux-dev' } }) },
    'POST /v1/images/edits': {
      make: image,
      request: ({ id }) => ({
        body: {
          prompt,
          model: 'nano-banana-edit',
          images: [{ image_url: `http://localhost:3000${fileAddress(id)}` }],
        },
      }),
    },
    'POST /v1/chat/completions': {
      make: image,
      request: ({ id }) => ({
        body: {
          model: 'nano-banana-edit',
          messages: [
            {
              role: 'user',
              content: [
                { type: 'text', text: prompt },
                { type: 'image_url', image_url: `http://localhost:3000${fileAddress(id)}` },
              ],
            },
          ],
        },
      }),
    },
    'POST /v1/audio/speech': {
      request: () => ({ body: { input: prompt, model: 'eleven-v3', voice: 'Aria' } }),
    },
    'POST /v1/videos': { request: () => ({ body: { prompt, model: 'text-to-video' } }) },
    'GET /v1/videos/:id': video,
    'GET /v1/videos/:id/content': video,
    'DELETE /v1/videos/:id': video,
  },
}
