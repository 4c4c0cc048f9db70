import type { FeatureMatrix } from '#testing/security/feature-matrices.ts'
import { fileAddress, image } from '#testing/security/matrix-resources.ts'

const generate = '/gemini/:version/models/:call'

export const matrix: FeatureMatrix = {
  table: `
ALL /gemini/*                          -             none    none    none    none    none    none    none    none    none
GET /gemini/:version/models            -             who     who     200     200     200     200     200     200     200
GET /gemini/:version/models/:model     -             who     who     200     200     200     200     200     200     200
POST ${generate} own           who     who     pay     low     504     susp    scope   504     504
POST ${generate} other=missing who     who     pay     low     input   susp    scope   input   input
`,
  operations: {
    'GET /gemini/:version/models': { request: () => ({ path: '/gemini/v1/models' }) },
    'GET /gemini/:version/models/:model': {
      request: () => ({ path: '/gemini/v1beta/models/flux-dev' }),
    },
    'ALL /gemini/*': { request: () => ({ path: '/gemini/nothing' }) },
    [`POST ${generate}`]: {
      make: image,
      request: ({ id }) => ({
        path: '/gemini/v1/models/nano-banana-edit:generateContent',
        body: {
          contents: [
            {
              parts: [
                { text: 'a fox' },
                { fileData: { fileUri: `http://localhost:3000${fileAddress(id)}` } },
              ],
            },
          ],
        },
      }),
    },
  },
}
