import { newToken } from '#core/accounts/sign-in/tokens.ts'
import type { FeatureMatrix } from '#testing/security/feature-matrices.ts'
import { finished, type Make } from '#testing/security/matrix-resources.ts'
import { saveShare } from './share-queries.ts'

/** The token of a share page. */
const shared: Make = async (context, accountId) => {
  const generationId = await finished('image')(context, accountId)
  const token = newToken(accountId).slice(-22)
  const wanted = { accountId, generationId, token, isListed: true, showsSettings: true }
  await context.database
    .transaction()
    .execute((transaction) => saveShare(transaction, { ...wanted, now: new Date() }))
  return token
}

export const matrix: FeatureMatrix = {
  table: `
GET /api/generations/:id/share         own           who     who     200     200     200     200     200     200     200
GET /api/generations/:id/share         other=missing who     who     none    none    none    none    none    none    none
PUT /api/generations/:id/share         own           who     who     200     200     200     susp    scope   200     200
PUT /api/generations/:id/share         other=missing who     who     none    none    none    none    scope   none    none
DELETE /api/generations/:id/share      own           who     who     204     204     204     204     scope   204     204
DELETE /api/generations/:id/share      other=missing who     who     none    none    none    none    scope   none    none
GET /api/shares/:token                 own           200     200     200     200     200     none    200     200     200
GET /api/shares/:token                 other         200     200     200     200     200     200     200     200     200
GET /api/shares/:token                 missing       none    none    none    none    none    none    none    none    none
PUT /api/shares/:token/like            own           who     who     200     200     200     none    scope   200     200
PUT /api/shares/:token/like            other         who     who     200     200     200     susp    scope   200     200
PUT /api/shares/:token/like            missing       who     who     none    none    none    none    scope   none    none
DELETE /api/shares/:token/like         own           who     who     200     200     200     none    scope   200     200
DELETE /api/shares/:token/like         other         who     who     200     200     200     200     scope   200     200
DELETE /api/shares/:token/like         missing       who     who     none    none    none    none    scope   none    none
GET /api/explore                       -             200     200     200     200     200     200     200     200     200
GET /api/oembed                        own           200     200     200     200     200     none    200     200     200
GET /api/oembed                        other         200     200     200     200     200     200     200     200     200
GET /api/oembed                        missing       none    none    none    none    none    none    none    none    none
`,
  operations: {
    'GET /api/generations/:id/share': { make: finished('image') },
    'PUT /api/generations/:id/share': {
      make: finished('image'),
      request: () => ({ body: { is_listed: true, shows_settings: true } }),
    },
    'DELETE /api/generations/:id/share': { make: finished('image') },
    'GET /api/shares/:token': {
      make: shared,
      request: ({ id }) => ({ path: `/api/shares/${id}` }),
    },
    'PUT /api/shares/:token/like': {
      make: shared,
      request: ({ id }) => ({ path: `/api/shares/${id}/like` }),
    },
    'DELETE /api/shares/:token/like': {
      make: shared,
      request: ({ id }) => ({ path: `/api/shares/${id}/like` }),
    },
    'GET /api/oembed': {
      make: shared,
      request: ({ id }) => ({ path: `/api/oembed?url=http://localhost:3000/share/${id}` }),
    },
  },
}
