import type { AllParts } from '#core/parts.ts'
import type { FeatureMatrix } from '#testing/security/feature-matrices.ts'
import { audio, fileAddress, finished, image } from '#testing/security/matrix-resources.ts'

const prompt = 'a fox'
const video = { make: finished('video') }

/** A finished video whose settings are enough to make it again. */
async function videoOfText(context: AllParts, accountId: string): Promise<string> {
  const id = await finished('video')(context, accountId)
  await context.database
    .updateTable('generation')
    .set({ model: 'text-to-video', generation_type: 'text-to-video' })
    .where('id', '=', id)
    .execute()
  return id
}

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
POST /v1/responses                     own           who     who     quota   quota   504     susp    scope   504     504 
POST /v1/responses                     other=missing who     who     input   input   input   input   scope   input   input
GET /v1/responses/:id                  own           who     who     200     200     200     200     200     200     200
GET /v1/responses/:id                  other=missing who     who     none    none    none    none    none    none    none
POST /v1/audio/speech                  -             who     who     quota   quota   504     susp    scope   504     504 
POST /v1/audio/transcriptions          own           who     who     quota   quota   504     susp    scope   504     504 
POST /v1/audio/transcriptions          other=missing who     who     quota   quota   input   susp    scope   input   input
POST /v1/images/variations             own           who     who     quota   quota   504     susp    scope   504     504 
POST /v1/videos/:id/remix              own           who     who     quota   quota   200     susp    scope   200     200
POST /v1/videos/:id/remix              other=missing who     who     none    none    none    none    scope   none    none
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
    'POST /v1/images/variations': {
      make: image,
      request: ({ id }) => ({
        body: { image: [{ image_url: `http://localhost:3000${fileAddress(id)}` }] },
      }),
    },
    'POST /v1/videos/:id/remix': { make: videoOfText, request: () => ({ body: { prompt } }) },
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
    'POST /v1/responses': {
      make: finished('image'),
      request: ({ id }) => ({
        body: {
          model: 'nano-banana-edit',
          input: prompt,
          tools: [{ type: 'image_generation' }],
          previous_response_id: id,
        },
      }),
    },
    'GET /v1/responses/:id': { make: finished('image') },
    'POST /v1/audio/speech': {
      request: () => ({ body: { input: prompt, model: 'eleven-v3', voice: 'Aria' } }),
    },
    'POST /v1/audio/transcriptions': {
      make: audio,
      request: ({ id }) => ({
        body: { file: { image_url: `http://localhost:3000${fileAddress(id)}` } },
      }),
    },
    'POST /v1/videos': { request: () => ({ body: { prompt, model: 'text-to-video' } }) },
    'GET /v1/videos/:id': video,
    'GET /v1/videos/:id/content': video,
    'DELETE /v1/videos/:id': video,
  },
}
