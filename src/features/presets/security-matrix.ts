import { v7 as uuid } from 'uuid'
import type { FeatureMatrix } from '#testing/security/feature-matrices.ts'
import type { Make } from '#testing/security/matrix-resources.ts'
import { createPreset } from './manage-presets.ts'

const wanted = { generation_type: 'text-to-image', model: 'flux-schnell', settings: {} }

const make: Make = async (context, accountId) =>
  (await createPreset(context, accountId, { name: uuid(), ...wanted })).id

export const matrix: FeatureMatrix = {
  table: `
GET /api/presets                       -             who     who     200     200     200     200     200     200     200
POST /api/presets                      -             who     who     201     201     201     201     scope   201     201
PATCH /api/presets/:id                 own           who     who     200     200     200     200     scope   200     200
PATCH /api/presets/:id                 other=missing who     who     none    none    none    none    scope   none    none
DELETE /api/presets/:id                own           who     who     204     204     204     204     scope   204     204
DELETE /api/presets/:id                other=missing who     who     none    none    none    none    scope   none    none
`,
  operations: {
    'POST /api/presets': { request: ({ caller: { name } }) => ({ body: { name, ...wanted } }) },
    'PATCH /api/presets/:id': { make, request: () => ({ body: { name: 'renamed' } }) },
    'DELETE /api/presets/:id': { make },
  },
}
