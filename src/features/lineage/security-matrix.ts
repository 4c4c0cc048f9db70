import type { FeatureMatrix } from '#testing/security/feature-matrices.ts'
import { finished } from '#testing/security/matrix-resources.ts'

export const matrix: FeatureMatrix = {
  table: `
GET /api/generations/:id/lineage       own           who     who     200     200     200     200     200     200     200
GET /api/generations/:id/lineage       other=missing who     who     none    none    none    none    none    none    none
`,
  operations: { 'GET /api/generations/:id/lineage': { make: finished('image') } },
}
