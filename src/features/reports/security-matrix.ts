import { ActRequest } from '#core/operators/contract.ts'
import type { AllParts } from '#core/parts.ts'
import { adminOperation } from '#testing/security/admin-operation.ts'
import type { FeatureMatrix } from '#testing/security/feature-matrices.ts'
import { file, fileAddress, finish, type Make } from '#testing/security/matrix-resources.ts'
import { DismissedView, ReportsView } from './contract.ts'
import { insertReport } from './queries.ts'

const reason = 'matrix'
const files = '/api/admin/moderation/files'

/** A finished generation that was reported. */
const reported: Make = async (context, accountId) => (await finishReported(context, accountId)).id

/** The account and the id of its file, as in a path. */
const reportedFile: Make = async (context, accountId) =>
  `${accountId}/${(await finishReported(context, accountId)).mediaId}`

async function finishReported(context: AllParts, accountId: string) {
  const { id, mediaId } = await finish(context, accountId, 'image')
  const reporterHash = Buffer.from(id)
  const report = { accountId, generationId: id, reporterHash, reason: 'other', note: null } as const
  await insertReport(context.database, report)
  return { id, mediaId }
}

export const matrix: FeatureMatrix = {
  writtenByOthers: ['report'],
  table: `
POST /api/reports                      public        202     202     202     202     202     202     scope   202     202
POST /api/reports                      other=missing none    none    none    none    none    none    scope   none    none
GET /api/admin/moderation              -             none    none    none    none    none    none    none    none    200     200     200     role
GET /api/admin/moderation/files/:account/:id own     none    none    none    none    none    none    none    none    200     200     200     role
GET /api/admin/moderation/files/:account/:id missing none    none    none    none    none    none    none    none    none     none    none    role
POST /api/admin/moderation/:id/dismiss own           none    none    none    none    none    none    scope   none    200     200     200     role
POST /api/admin/moderation/:id/dismiss other         none    none    none    none    none    none    scope   none    200     200     200     role
POST /api/admin/moderation/:id/dismiss missing       none    none    none    none    none    none    scope   none    none     none    none    role
`,
  operations: {
    'POST /api/reports': {
      make: file(false),
      request: ({ id }) => ({ body: { address: fileAddress(id), reason: 'other' } }),
    },
    [`GET ${files}/:account/:id`]: {
      make: reportedFile,
      request: ({ id }) => ({ path: `${files}/${id.includes('/') ? id : `${id}/${id}`}` }),
    },
    'POST /api/admin/moderation/:id/dismiss': {
      make: reported,
      request: () => ({ body: { reason } }),
    },
  },
  adminOperations: [
    adminOperation('GET', 'moderation', { answer: ReportsView }),
    adminOperation('POST', 'moderation/{id}/dismiss', { body: ActRequest, answer: DismissedView }),
  ],
}
