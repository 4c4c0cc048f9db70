import * as z from 'zod/mini'
import type { Control, Field } from './fields.ts'
import type { Model } from './model.ts'

/** Everything that can be wrong with a field. */
export const fieldProblems = [
  'required',
  'too_short',
  'too_long',
  'too_many',
  'out_of_range',
  'not_an_option',
  'wrong_type',
  'wrong_form',
  'unknown_name',
  'too_many_entries',
  'not_an_address',
  'not_reachable',
  'wrong_file',
  'not_used',
  'empty_file',
  'no_video_track',
  'file_too_large',
  'too_many_pixels',
  'video_too_long',
  'blocked',
  'removed_file',
  'not_supported',
  'other_size',
] as const

/**
 * The problem with one field, as data: the message is written where the reader's language is
 * available.
 */
export type FieldProblem = {
  field: string
  problem: (typeof fieldProblems)[number]
  /** Limits: characters, values, bytes, pixels or seconds, as the problem says. */
  min?: number
  max?: number
  options?: readonly (string | number)[]
}

export type ParsedInput =
  | { ok: true; input: Record<string, unknown> }
  | { ok: false; problems: FieldProblem[] }

type Values = Record<string, unknown>

/**
 * The request body a model accepts, as one zod schema, for documents. Requests are checked by
 * `parseInput`.
 */
export function inputSchema(model: Model): z.ZodMiniObject {
  return z.object(
    Object.fromEntries(Object.entries(model.fields).map(([name, field]) => [name, field.schema()])),
  )
}

/**
 * Validates a request against its model: returns the input with every default filled in, or all
 * problems at once. Unknown keys are dropped, because the documents' clients send them; so is the
 * value of a field that does not apply.
 */
export function parseInput(model: Model, given: Values): ParsedInput {
  const raw = withImplied(model, given)
  const problems: FieldProblem[] = []
  const input: Values = {}
  for (const [name, field] of Object.entries(model.fields)) {
    const parsed = parseField(name, field, raw[name] ?? undefined)
    if (!parsed.ok && isAsked(field, raw, model)) problems.push(parsed.problem)
    else if (parsed.ok && parsed.value !== undefined) input[name] = parsed.value
  }
  if (problems.length > 0) return { ok: false, problems }

  const settled = settle(model, input)
  const found = [...unavailable(model, settled), ...(model.check?.(settled) ?? [])]
  return found.length > 0 ? { ok: false, problems: found } : { ok: true, input: settled }
}

/** A request together with the values that it implies. */
export function withImplied(model: Model, given: Values): Values {
  return { ...given, ...model.implied?.(given) }
}

/** Whether this field applies beside these values. The form shows it only then. */
export function applies({ when }: Field, values: Values): boolean {
  return !when || when.among.includes(values[when.field])
}

/** The options of a shape that apply beside these values: `auto` requires an image. */
export function availableOptions({ control }: Field, values: Values): readonly string[] {
  if (control.kind !== 'shape') return []
  return control.options.filter((option) => {
    const needed = control.needs?.[option]
    return needed === undefined || Boolean(values[needed])
  })
}

function unavailable({ fields }: Model, input: Values): FieldProblem[] {
  return Object.entries(fields).flatMap(([name, field]): FieldProblem[] => {
    if (field.control.kind !== 'shape' || !field.control.needs) return []
    const options = availableOptions(field, input)
    return options.includes(String(input[name]))
      ? []
      : [{ field: name, problem: 'not_an_option', options }]
  })
}

/**
 * The same for an unparsed request: the other field may still be on its default, or be invalid
 * itself.
 */
export function isAsked(field: Field, raw: Values, { fields }: Model): boolean {
  const other = field.when && fields[field.when.field]
  if (!field.when || !other) return true
  const parsed = other.schema().safeParse(raw[field.when.field] ?? undefined)
  return !parsed.success || applies(field, { [field.when.field]: parsed.data })
}

/**
 * The input with every field that does not apply on its other value; one after another, because one
 * may depend on the next.
 */
function settle({ fields }: Model, input: Values): Values {
  const settled = { ...input }
  for (const [name, field] of Object.entries(fields)) {
    if (!applies(field, settled)) settled[name] = field.when?.otherwise
  }
  return settled
}

function parseField(name: string, { control, schema }: Field, value: unknown) {
  const parsed = schema().safeParse(value)
  if (parsed.success) return { ok: true as const, value: parsed.data }
  const [issue] = parsed.error.issues
  return { ok: false as const, problem: problemOf(name, control, issue, value) }
}

const ownProblems = ['required', 'too_long', 'too_short', 'too_many', 'not_an_address'] as const

function problemOf(
  field: string,
  control: Control,
  issue: z.core.$ZodIssue | undefined,
  value: unknown,
): FieldProblem {
  const limits = limitsOf(control)
  const own = ownProblems.find((problem) => problem === issue?.message)
  if (value === undefined || own === 'required') return { field, problem: 'required' }
  if (own)
    return { field, problem: own, ...limits, ...(issue?.code === 'custom' ? issue.params : {}) }
  if (limits.options) return { field, problem: 'not_an_option', ...limits }
  if (limits.min !== undefined) return { field, problem: 'out_of_range', ...limits }
  return { field, problem: 'wrong_type' }
}

/** The limits of a control, as errors and forms name them. */
function limitsOf(control: Control): Pick<FieldProblem, 'min' | 'max' | 'options'> {
  switch (control.kind) {
    case 'text':
      return { max: control.maxLength }
    case 'number':
      return { min: control.min, max: control.max }
    case 'seed':
      return { min: 0 }
    case 'segments':
    case 'shape':
      return { options: control.options }
    case 'files':
      return { max: control.max }
    case 'switch':
    case 'fixed':
    case 'file':
      return {}
  }
}
