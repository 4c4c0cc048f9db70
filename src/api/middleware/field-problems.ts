import type { z } from 'zod'
import type { FieldProblem } from '#catalogue/input/problem.ts'

type Issue = z.core.$ZodIssue

/** What zod found wrong with a query or a small body, `given`, as field errors. `known`: the names that it may have. */
export function fieldProblems(error: z.ZodError, given: unknown, known: readonly string[] = []): FieldProblem[] {
  return error.issues.flatMap((issue): FieldProblem[] => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((field) => ({ field, problem: 'unknown_name', options: known }))
    }
    const field = issue.path.join('.') || 'body'
    if (valueAt(given, issue.path) === undefined) return [{ field, problem: 'required' }]
    return [{ field, ...problemOf(issue) }]
  })
}

function problemOf(issue: Issue): Omit<FieldProblem, 'field'> {
  switch (issue.code) {
    // Our own rules say what is wrong themselves.
    case 'custom':
      return { problem: 'wrong_type', ...issue.params }
    case 'invalid_value':
      return { problem: 'not_an_option', options: issue.values.map(String) }
    case 'too_small':
    case 'too_big':
      return sizeProblem(issue)
    default:
      return { problem: 'wrong_type' }
  }
}

function sizeProblem(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): Omit<FieldProblem, 'field'> {
  const isText = issue.origin === 'string'
  if (isText || issue.origin === 'array') {
    if (issue.code === 'too_small') return { problem: 'required' }
    return { problem: isText ? 'too_long' : 'too_many_entries', max: Number(issue.maximum) }
  }
  const limits = issue as { minimum?: number; maximum?: number }
  return {
    problem: 'out_of_range',
    ...(limits.minimum !== undefined && { min: Number(limits.minimum) }),
    ...(limits.maximum !== undefined && { max: Number(limits.maximum) }),
  }
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], given)
}
