import { z } from 'zod'
import { ActRequest, GrantRequest, OperatorRefundRequest, RetryRequest, TakeRequest } from '#contract/admin/acts.ts'
import { AuditQuery, FindGenerationsQuery, FindQuery } from '#contract/admin/queries.ts'
import { documentQuery } from '../../middleware/read-query.ts'
import type { Schema } from './from-schema.fixture.ts'

/** An operation as it is described. `schemaAt`: where the schema of an answer with this status stands in the document. */
export type Operation = {
  method: string
  path: string
  parameters: { name: string; in: string; schema: Schema }[]
  body: Schema | null
  isMultipart: boolean
  /** Content types by status. */
  answers: Record<string, string[]>
}

export type ApiDocument = { paths: Record<string, Record<string, Described>> }

type Described = {
  parameters?: Operation['parameters']
  requestBody?: { content: Record<string, { schema?: Schema }> }
  responses: Record<string, { content?: Record<string, unknown> }>
}

/** All that the description names. */
export function describedOperations({ paths }: ApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { parameters = [], requestBody, responses }]): Operation => {
      const answers = Object.entries(responses).map(([status, { content = {} }]) => [status, Object.keys(content)])
      return {
        method: method.toUpperCase(),
        path,
        parameters,
        body: requestBody?.content['application/json']?.schema ?? null,
        isMultipart: requestBody?.content['multipart/form-data'] !== undefined,
        answers: Object.fromEntries(answers),
      }
    }),
  )
}

const refusals = ['400', '403', '404', '409', '413', '415', '429', '503']

/** The operator's own, which the published description leaves out. */
export const adminOperations: readonly Operation[] = [
  admin('GET', 'accounts', { query: FindQuery }),
  admin('GET', 'accounts/{id}'),
  admin('POST', 'accounts/{id}/grant', { body: GrantRequest }),
  admin('POST', 'accounts/{id}/take', { body: TakeRequest }),
  admin('POST', 'accounts/{id}/suspend', { body: ActRequest }),
  admin('POST', 'accounts/{id}/resume', { body: ActRequest }),
  admin('GET', 'generations', { query: FindGenerationsQuery }),
  admin('GET', 'generations/{id}'),
  admin('POST', 'generations/{id}/retry', { body: RetryRequest }),
  admin('POST', 'generations/{id}/refund', { body: OperatorRefundRequest }),
  admin('GET', 'studio'),
  admin('GET', 'ledger'),
  admin('POST', 'ledger/verify'),
  admin('GET', 'prices'),
  admin('GET', 'payments', { query: FindQuery }),
  admin('GET', 'audit', { query: AuditQuery }),
]

function admin(
  method: string,
  path: string,
  { query, body }: { query?: z.ZodObject; body?: z.ZodObject } = {},
): Operation {
  const id = path.includes('{id}') ? [{ name: 'id', in: 'path', schema: { type: 'string' } }] : []
  const asked = query ? (documentQuery(query) as Operation['parameters']) : []
  return {
    method,
    path: `/api/admin/${path}`,
    parameters: [...id, ...asked],
    body: body ? (z.toJSONSchema(body, { io: 'input' }) as Schema) : null,
    isMultipart: false,
    answers: Object.fromEntries(
      [path === 'ledger/verify' ? '202' : '200', ...refusals].map((status) => [status, ['application/json']]),
    ),
  }
}
