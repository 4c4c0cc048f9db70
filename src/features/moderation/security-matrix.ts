import { adminOperation } from '#testing/security/admin-operation.ts'
import type { FeatureMatrix } from '#testing/security/feature-matrices.ts'
import { finished } from '#testing/security/matrix-resources.ts'
import {
  BlockedHashesView,
  HashesQuery,
  TakedownRequest,
  TakenDownView,
  UnblockedView,
  UnblockRequest,
} from './contract.ts'

const reason = 'matrix'
const path = '/api/admin/moderation'

export const matrix: FeatureMatrix = {
  table: `
GET /api/admin/moderation/hashes       -             none    none    none    none    none    none    none    none    200     200     200     role
POST /api/admin/moderation/hashes/unblock -          none    none    none    none    none    none    scope   none    none    none    role    role
POST /api/admin/moderation/:id/takedown own          none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/moderation/:id/takedown other        none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/moderation/:id/takedown missing      none    none    none    none    none    none    scope   none    none     none    role    role
`,
  operations: {
    // Of no removed file.
    [`POST ${path}/hashes/unblock`]: {
      request: () => ({ body: { reason, sha256: '0'.repeat(64) } }),
    },
    [`POST ${path}/:id/takedown`]: {
      make: finished('image'),
      request: () => ({ body: { reason, note: reason } }),
    },
  },
  adminOperations: [
    adminOperation('GET', 'moderation/hashes', { query: HashesQuery, answer: BlockedHashesView }),
    adminOperation('POST', 'moderation/hashes/unblock', {
      body: UnblockRequest,
      answer: UnblockedView,
    }),
    adminOperation('POST', 'moderation/{id}/takedown', {
      body: TakedownRequest,
      answer: TakenDownView,
    }),
  ],
}
