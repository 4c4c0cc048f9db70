import { z } from 'zod'
import { documentQuery } from '#core/http/validation.ts'
import type { Schema } from './fuzz-values.ts'

/** An operation as it is described. */
export type Operation = {
  method: string
  path: string
  parameters: { name: string; in: string; schema: Schema }[]
  body: Schema | null
  isMultipart: boolean
  /** Content types by status. */
  answers: Record<string, string[]>
  /** What JSON answers are, by status; a document's own schemas are found in it. */
  schemas?: Record<string, object>
}

/** The document's own schema names the error codes of features, too. */
const refused = ['400', '403', '404', '409', '413', '415', '429', '503'].map(
  (status) => [status, { $ref: 'api#/components/schemas/Error' }] as const,
)

type Own = { query?: z.ZodObject; body?: z.ZodObject; status?: number; answer: z.ZodObject }

/** An operation of the operator's pages, which the published description leaves out. */
export function adminOperation(
  method: string,
  path: string,
  { query, body, status = 200, answer }: Own,
): Operation {
  const id = path.includes('{id}') ? [{ name: 'id', in: 'path', schema: { type: 'string' } }] : []
  const asked = query ? (documentQuery(query) as Operation['parameters']) : []
  const answers = [[String(status), z.toJSONSchema(answer)] as const, ...refused]
  return {
    method,
    path: `/api/admin/${path}`,
    parameters: [...id, ...asked],
    body: body ? (z.toJSONSchema(body, { io: 'input' }) as Schema) : null,
    isMultipart: false,
    answers: Object.fromEntries(answers.map(([one]) => [one, ['application/json']])),
    schemas: Object.fromEntries(answers),
  }
}
