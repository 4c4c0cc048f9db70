import type { FeatureMatrix } from '#testing/security/feature-matrices.ts'

export const matrix: FeatureMatrix = {
  table: `
GET /api/admin/figures                 -             none    none    none    none    none    none    none    none    200     200     role    200
POST /api/admin/figures/count           -             none    none    none    none    none    none    scope   none    200     200     role    200
GET /api/admin/figures/:table          -             none    none    none    none    none    none    none    none    200     200     role    200
`,
  operations: {
    'GET /api/admin/figures/:table': {
      request: () => ({ path: '/api/admin/figures/credits.csv' }),
    },
    'POST /api/admin/figures/count': { request: () => ({ body: {} }) },
  },
}
