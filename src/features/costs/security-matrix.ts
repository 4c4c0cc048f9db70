import { adminOperation } from '#testing/security/admin-operation.ts'
import type { FeatureMatrix } from '#testing/security/feature-matrices.ts'
import {
  CostPricesView,
  DeletePriceRequest,
  ImportedPrices,
  ImportPricesRequest,
  MarginsQuery,
  MarginsView,
  ReconcileRequest,
  ReconciliationView,
  SavedPrice,
  SetPriceRequest,
} from './contract.ts'
import { setPrice } from './manage-prices.ts'

const reason = 'matrix'
const price = { provider: 'fal', endpoint: 'matrix', unit: 'image', amount: 1 } as const
const uri = (text: string) => `data:text/csv;base64,${btoa(text)}`

export const matrix: FeatureMatrix = {
  table: `
GET /api/admin/costs                   -             none    none    none    none    none    none    none    none    200     200     role    200
GET /api/admin/costs/margins/:table    -             none    none    none    none    none    none    none    none    200     200     role    200
GET /api/admin/costs/prices            -             none    none    none    none    none    none    none    none    200     200     role    200
POST /api/admin/costs/prices           -             none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/costs/prices/delete    -             none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/costs/prices/import    -             none    none    none    none    none    none    scope   none    200     200     role    role
POST /api/admin/costs/reconcile        -             none    none    none    none    none    none    scope   none    200     200     role    200
`,
  operations: {
    'GET /api/admin/costs/margins/:table': {
      request: () => ({ path: '/api/admin/costs/margins/model.csv' }),
    },
    'POST /api/admin/costs/prices': { request: () => ({ body: { reason, ...price } }) },
    'POST /api/admin/costs/prices/delete': {
      make: async (context) => {
        await setPrice(context, { actor: 'matrix', reason }, price)
        return ''
      },
      request: () => ({ body: { reason, provider: 'fal', endpoint: 'matrix' } }),
    },
    'POST /api/admin/costs/prices/import': {
      request: () => ({
        body: { reason, provider: 'fal', file: uri('endpoint,unit,amount\na,image,1') },
      }),
    },
    'POST /api/admin/costs/reconcile': {
      request: () => ({ body: { provider: 'fal', file: uri('request_id,cost\na,1') } }),
    },
  },
  adminOperations: [
    adminOperation('GET', 'costs', { query: MarginsQuery, answer: MarginsView }),
    adminOperation('GET', 'costs/prices', { answer: CostPricesView }),
    adminOperation('POST', 'costs/prices', { body: SetPriceRequest, answer: SavedPrice }),
    adminOperation('POST', 'costs/prices/delete', { body: DeletePriceRequest, answer: SavedPrice }),
    adminOperation('POST', 'costs/prices/import', {
      body: ImportPricesRequest,
      answer: ImportedPrices,
    }),
    adminOperation('POST', 'costs/reconcile', {
      body: ReconcileRequest,
      answer: ReconciliationView,
    }),
  ],
}
