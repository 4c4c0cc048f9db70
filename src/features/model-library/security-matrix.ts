import { ImportedModelView } from '#core/models/admin-models-contract.ts'
import { adminOperation } from '#testing/security/admin-operation.ts'
import type { FeatureMatrix } from '#testing/security/feature-matrices.ts'
import {
  LibraryQuery,
  LibraryView,
  ProposeRequest,
  RefreshRequest,
  RefreshView,
} from './contract.ts'

export const matrix: FeatureMatrix = {
  table: `
GET /api/admin/model-library           -             none    none    none    none    none    none    none    none    200     200     role    role
POST /api/admin/model-library/refresh  -             none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/model-library/propose  -             none    none    none    none    none    none    scope   none    none    none    role    role
`,
  operations: {
    'POST /api/admin/model-library/refresh': { request: () => ({ body: {} }) },
    'POST /api/admin/model-library/propose': {
      request: () => ({ body: { provider: 'fal', endpoint: 'matrix/none' } }),
    },
  },
  adminOperations: [
    adminOperation('GET', 'model-library', { query: LibraryQuery, answer: LibraryView }),
    adminOperation('POST', 'model-library/refresh', { body: RefreshRequest, answer: RefreshView }),
    adminOperation('POST', 'model-library/propose', {
      body: ProposeRequest,
      answer: ImportedModelView,
    }),
  ],
}
