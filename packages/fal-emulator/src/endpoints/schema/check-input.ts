import type { ErrorDetail } from '../../faults/error-bodies.ts'
import type { InputSchema } from './input-field.ts'

export type CheckedInput =
  | { ok: true; input: Record<string, unknown> }
  | { ok: false; detail: ErrorDetail[] }

/**
 * Checks a body against an endpoint's schema: the input with its defaults, or every complaint.
 * Unknown keys are dropped.
 */
export function checkInput(schema: InputSchema, body: unknown): CheckedInput {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return {
      ok: false,
      detail: [{ loc: ['body'], msg: 'Input should be a valid dictionary', type: 'dict_type' }],
    }
  }
  const given = body as Record<string, unknown>
  const detail = Object.entries(schema).flatMap(([name, field]) =>
    complaints(name, field, given[name]),
  )
  if (detail.length > 0) return { ok: false, detail }

  const values = Object.entries(schema).map(
    ([name, { initially }]) => [name, given[name] ?? initially] as const,
  )
  return { ok: true, input: Object.fromEntries(values.filter(([, value]) => value !== undefined)) }
}

function complaints(name: string, field: InputSchema[string], value: unknown): ErrorDetail[] {
  const loc = ['body', name]
  if (value === undefined || (value === null && field.optional)) {
    const mayBeAbsent = field.optional || field.initially !== undefined
    return mayBeAbsent ? [] : [{ loc, msg: 'Field required', type: 'missing' }]
  }
  const complaint = field.check(value)
  if (!complaint) return []
  const url = `https://docs.fal.ai/errors#${complaint.type}`
  return [{ loc, ...complaint, ...(complaint.ctx && { url }), input: value }]
}
