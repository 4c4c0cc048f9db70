import type { z } from 'zod'
import type { FieldProblem } from '#catalogue/parse-input.ts'

type Issue = z.core.$ZodIssue

/** The names there may be, and between what their numbers lie. */
type Known = Record<string, { minimum?: number; maximum?: number }>

/** What zod found wrong with a query or a small body, `given`, as field errors. */
export function fieldProblems(
  error: z.ZodError,
  given: unknown,
  known: Known = {},
): FieldProblem[] {
  return error.issues.flatMap((issue): FieldProblem[] => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((field) => ({
        field,
        problem: 'unknown_name',
        options: Object.keys(known),
      }))
    }
    const field = issue.path.join('.') || 'body'
    if (valueAt(given, issue.path) === undefined) return [{ field, problem: 'required' }]
    return [{ field, ...problemOf(issue, known[field]) }]
  })
}

function problemOf(issue: Issue, range: Known[string] = {}): Omit<FieldProblem, 'field'> {
  switch (issue.code) {
    // Our own rules say what is wrong themselves.
    case 'custom':
      return { problem: 'wrong_type', ...issue.params }
    case 'invalid_value':
      return { problem: 'not_an_option', options: issue.values.map(String) }
    case 'too_small':
    case 'too_big':
      return sizeProblem(issue, range)
    default:
      return { problem: 'wrong_type' }
  }
}

function sizeProblem(
  issue: Extract<Issue, { code: 'too_small' | 'too_big' }>,
  { minimum, maximum }: Known[string],
): Omit<FieldProblem, 'field'> {
  const isText = issue.origin === 'string'
  if (isText || issue.origin === 'array') {
    if (issue.code === 'too_small') return { problem: 'required' }
    return { problem: isText ? 'too_long' : 'too_many_entries', max: Number(issue.maximum) }
  }
  // The issue tells one limit; people want both.
  const min = issue.code === 'too_small' ? Number(issue.minimum) : minimum
  const max = issue.code === 'too_big' ? Number(issue.maximum) : maximum
  return {
    problem: 'out_of_range',
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
  }
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    given,
  )
}
