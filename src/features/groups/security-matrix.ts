import { adminOperation } from '#testing/security/admin-operation.ts'
import type { FeatureMatrix } from '#testing/security/feature-matrices.ts'
import { account } from '#testing/security/matrix-resources.ts'
import {
  AccountGroupsRequest,
  AccountGroupsView,
  AdminGroupsView,
  DeleteGroupRequest,
  SaveGroupRequest,
} from './contract.ts'

const reason = 'matrix'

export const matrix: FeatureMatrix = {
  table: `
GET /api/admin/groups                  -             none    none    none    none    none    none    none    none    200     200     role    role
POST /api/admin/groups                 -             none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/groups/delete          -             none    none    none    none    none    none    scope   none    none    none    role    role
POST /api/admin/accounts/:id/groups    own           none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/accounts/:id/groups    other         none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/accounts/:id/groups    missing       none    none    none    none    none    none    scope   none    none    none    role    role
`,
  operations: {
    'POST /api/admin/groups': {
      request: ({ caller: { name } }) => ({ body: { reason, group: { name } } }),
    },
    'POST /api/admin/groups/delete': { request: () => ({ body: { reason, name: 'no such' } }) },
    'POST /api/admin/accounts/:id/groups': {
      make: account,
      request: () => ({ body: { reason, groups: [] } }),
    },
  },
  adminOperations: [
    adminOperation('GET', 'groups', { answer: AdminGroupsView }),
    adminOperation('POST', 'groups', { body: SaveGroupRequest, answer: AdminGroupsView }),
    adminOperation('POST', 'groups/delete', { body: DeleteGroupRequest, answer: AdminGroupsView }),
    adminOperation('POST', 'accounts/{id}/groups', {
      body: AccountGroupsRequest,
      answer: AccountGroupsView,
    }),
  ],
}
