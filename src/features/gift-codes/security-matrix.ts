import { ActRequest } from '#core/operators/contract.ts'
import type { AllParts } from '#core/parts.ts'
import { adminOperation } from '#testing/security/admin-operation.ts'
import type { FeatureMatrix } from '#testing/security/feature-matrices.ts'
import {
  AdminCodeBatch,
  AdminCodesPage,
  CodesQuery,
  CreateCodesRequest,
  CreatedCodes,
} from './contract.ts'
import { createCodes } from './manage-codes.ts'

const reason = 'matrix'

function create(context: AllParts) {
  const request = { count: 1, uses: 1, credits: 5, days: 1, counts_as_paid: false, note: null }
  return createCodes(context, { actor: 'matrix', reason }, request)
}

export const matrix: FeatureMatrix = {
  table: `
POST /api/codes/redeem                 own             who     who     200     200     200     susp    scope   session 200
GET /api/admin/codes                   -             none    none    none    none    none    none    none    none    200     200     role    200
POST /api/admin/codes                  -             none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/codes/:id/disable      own           none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/codes/:id/disable      other         none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/codes/:id/disable      missing       none    none    none    none    none    none    scope   none    none    none    role    role
`,
  operations: {
    'POST /api/codes/redeem': {
      make: async (context) => (await create(context)).codes[0] ?? '',
      request: ({ id }) => ({ body: { code: id || 'none' } }),
    },
    'POST /api/admin/codes': { request: () => ({ body: { reason, credits: 5 } }) },
    'POST /api/admin/codes/:id/disable': {
      make: async (context) => (await create(context)).batch.id,
      request: () => ({ body: { reason } }),
    },
  },
  adminOperations: [
    adminOperation('GET', 'codes', { query: CodesQuery, answer: AdminCodesPage }),
    adminOperation('POST', 'codes', { body: CreateCodesRequest, answer: CreatedCodes }),
    adminOperation('POST', 'codes/{id}/disable', { body: ActRequest, answer: AdminCodeBatch }),
  ],
}
