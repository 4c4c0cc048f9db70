import * as z from 'zod/mini'
import type { Control } from './field.ts'
import type { Model } from './model.ts'

/** What is wrong with one field, as data: the message is made where the reader's language is known. */
export type FieldProblem = {
  field: string
  problem: 'required' | 'too_long' | 'out_of_range' | 'not_an_option' | 'wrong_type'
  min?: number
  max?: number
  options?: readonly (string | number)[]
}

export type ParsedInput = { ok: true; input: Record<string, unknown> } | { ok: false; problems: FieldProblem[] }

/** The request body a model accepts, as one zod schema. Unknown keys are dropped: the documents' clients send them. */
export function inputSchema(model: Model): z.ZodMiniObject {
  return z.object(Object.fromEntries(Object.entries(model.fields).map(([name, field]) => [name, field.schema])))
}

/** Checks a request against its model: the input with every default filled in, or every problem at once. */
export function parseInput(model: Model, raw: Record<string, unknown>): ParsedInput {
  const present = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null))
  const parsed = inputSchema(model).safeParse(present)
  if (parsed.success) return { ok: true, input: parsed.data }

  const byField = new Map<string, FieldProblem>()
  for (const issue of parsed.error.issues) {
    const field = String(issue.path[0])
    const control = model.fields[field]?.control
    if (control && !byField.has(field)) byField.set(field, problemOf(field, control, issue, present[field]))
  }
  return { ok: false, problems: [...byField.values()] }
}

function problemOf(field: string, control: Control, issue: z.core.$ZodIssue, value: unknown): FieldProblem {
  const limits = limitsOf(control)
  if (value === undefined || issue.message === 'required') return { field, problem: 'required' }
  if (issue.message === 'too_long') return { field, problem: 'too_long', ...limits }
  if (limits.options) return { field, problem: 'not_an_option', ...limits }
  if (limits.min !== undefined && control.kind !== 'text') return { field, problem: 'out_of_range', ...limits }
  return { field, problem: 'wrong_type', ...limits }
}

/** The limits of a control, as errors and forms name them. */
function limitsOf(control: Control): Pick<FieldProblem, 'min' | 'max' | 'options'> {
  switch (control.kind) {
    case 'text':
      return { max: control.maxLength }
    case 'number':
    case 'seed':
      return { min: control.min, max: control.max }
    case 'segments':
    case 'shape':
      return { options: control.options }
    case 'switch':
      return {}
  }
}
