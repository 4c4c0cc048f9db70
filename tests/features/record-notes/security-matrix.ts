import type { FeatureMatrix } from '#testing/security/feature-matrices.ts'
import { finished } from '#testing/security/matrix-resources.ts'

export const matrix: FeatureMatrix = {
  table: `
GET /api/notes                         -             who     who     200     200     200     200     200     200     200
PUT /api/notes/:id                     own           who     who     200     200     200     200     scope   200     200
PUT /api/notes/:id                     other=missing who     who     none    none    none    none    scope   none    none
`,
  operations: {
    'PUT /api/notes/:id': { make: finished('image'), request: () => ({ body: { note: 'x' } }) },
  },
}
