import type { RouteConfig } from '@hono/zod-openapi'
import { z } from 'zod'
import { maxModelBytes } from '#core/models/admin-models-contract.ts'
import type { FieldProblem } from '#core/models/rules/parse-input.ts'
import { keepSeedDigits } from '#core/models/rules/seed.ts'
import { Refused } from '#core/refused.ts'
import type { RequestContext } from './env.ts'
import { HttpError } from './errors.ts'

/**
 * Reads and validates the request's JSON. Throws 415, 400 `invalid_body`, or 400 `invalid_input`
 * naming the fields.
 */
export async function readBody<Schema extends z.ZodType>(
  c: RequestContext,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/(.+\+)?json\b/i.test(type)) throw new HttpError('unsupported_media_type')

  const raw = parseJson(await c.req.text())
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw new HttpError('invalid_body')
  const parsed = schema.safeParse(raw)
  if (parsed.success) return parsed.data
  throw new Refused({
    reason: 'invalid_input',
    problems: fieldProblems(parsed.error, raw, knownOf(schema)),
  })
}

/**
 * Parses JSON and keeps seeds, which may be above 2^53, as text with all digits. `undefined`: it is
 * not JSON. Throws 413 for a large text of many values, which would take seconds.
 */
export function parseJson(text: string): unknown {
  if (text.length > maxModelBytes && hasManyValues(text))
    throw new HttpError('too_large', String(maxModelBytes))
  try {
    return text.includes('"seed"') ? JSON.parse(text, keepSeedDigits) : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** No text without files is longer than a model's definition, and each file is a single value. */
const maxValues = 10_000

function hasManyValues(text: string): boolean {
  let found = 0
  for (const mark of [',', '[', '{'])
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
      found += 1
      if (found > maxValues) return true
    }
  return false
}

/** Returns the known names and their ranges, also where they may be null. */
function knownOf(schema: z.ZodType) {
  if (!(schema instanceof z.ZodObject)) return {}
  const known = Object.entries(propertiesOf(schema))
  return Object.fromEntries(
    known.map(([name, property]) => [name, { ...property.anyOf?.[0], ...property }]),
  )
}

/** Describes a body. As JSON schema, because `readBody` validates. */
export function documentBody(schema: z.ZodType | object) {
  const json =
    schema instanceof z.ZodType
      ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
      : schema
  const { $schema, ...rest } = json as Record<string, unknown>
  return { required: true, content: { 'application/json': { schema: rest } } }
}

/**
 * Reads and validates the request's query; an empty parameter counts as absent. Throws 400
 * `invalid_query` naming unknown or invalid ones.
 */
export function readQuery<Schema extends z.ZodObject>(
  c: RequestContext,
  schema: Schema,
): z.infer<Schema> {
  const given = Object.entries(c.req.queries()).flatMap(([name, values]) => {
    const said = values.filter((value) => value !== '')
    return said.length > 0 ? [[name, said.length > 1 ? said : said[0]]] : []
  })
  const raw: unknown = Object.fromEntries(given)
  const parsed = schema.safeParse(raw)
  if (parsed.success) return parsed.data
  throw new HttpError('invalid_query', fieldProblems(parsed.error, raw, propertiesOf(schema)))
}

/**
 * Describes a query. As JSON schemas, because `readQuery` validates.
 */
export function documentQuery(schema: z.ZodObject): NonNullable<RouteConfig['parameters']> {
  return Object.entries(propertiesOf(schema)).map(([name, { description, ...rest }]) => ({
    name,
    in: 'query',
    required: false,
    ...(description && { description }),
    schema: rest,
  }))
}

/** `anyOf`: alternatives, as for a value that may be null. */
type Property = { description?: string; minimum?: number; maximum?: number; anyOf?: Property[] }

/** Returns the schema of each name. */
function propertiesOf(schema: z.ZodObject): Record<string, Property> {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return properties as Record<string, Property>
}

type Issue = z.core.$ZodIssue

/** The known names and the ranges of their numbers. */
type Known = Record<string, { minimum?: number; maximum?: number }>

/** Converts zod's issues of a query or a small body, `given`, to field errors. */
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
    // Our own rules have their own messages.
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
  // The issue has one limit; the message needs both.
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

/** Rejects a query or path that does not match its schema: 400 naming the parameters. */
export function refuseInvalid(
  result: { success: boolean; error?: unknown; data?: unknown },
  _c: unknown,
): void {
  if (!result.success)
    throw new HttpError('invalid_query', fieldProblems(result.error as z.ZodError, result.data))
}
