import { ActRequest } from '#core/operators/contract.ts'
import { adminOperation } from '#testing/security/admin-operation.ts'
import type { FeatureMatrix } from '#testing/security/feature-matrices.ts'
import {
  AdminInvitationLine,
  AdminInvitationsPage,
  CreatedInvitation,
  CreateInvitationRequest,
  InvitationsQuery,
} from './contract.ts'
import { createInvitation } from './manage-invitations.ts'

const reason = 'x'

export const matrix: FeatureMatrix = {
  table: `
POST /api/invitations/check            -               200     200     200     200     200     200     scope   200     200
GET /api/admin/invitations             -             none    none    none    none    none    none    none    none    200     200     role    role
POST /api/admin/invitations            -             none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/invitations/:id/revoke own           none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/invitations/:id/revoke other         none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/invitations/:id/revoke missing       none    none    none    none    none    none    scope   none    none    none    role    role
`,
  operations: {
    'POST /api/invitations/check': { request: () => ({ body: { token: 'x'.repeat(43) } }) },
    'POST /api/admin/invitations': { request: () => ({ body: { reason, uses: 1, days: 1 } }) },
    'POST /api/admin/invitations/:id/revoke': {
      make: async (context) => {
        const limits = { uses: 1, days: 1, credits: 0, note: null, email: null, sendsMail: false }
        const act = { actor: 'matrix', reason }
        return (await createInvitation(context, act, limits)).invitation.id
      },
      request: () => ({ body: { reason } }),
    },
  },
  adminOperations: [
    adminOperation('GET', 'invitations', { query: InvitationsQuery, answer: AdminInvitationsPage }),
    adminOperation('POST', 'invitations', {
      body: CreateInvitationRequest,
      answer: CreatedInvitation,
    }),
    adminOperation('POST', 'invitations/{id}/revoke', {
      body: ActRequest,
      answer: AdminInvitationLine,
    }),
  ],
}
