import type { Context } from 'hono'
import { z } from 'zod'
import { keepSeedDigits } from '#catalogue/seed.ts'
import { Refused } from '#services/refused.ts'
import type { Env } from './env.ts'
import { HttpRefused } from './middleware/errors.ts'
import { fieldProblems } from './middleware/field-problems.ts'
import { propertiesOf } from './middleware/read-query.ts'

/**
 * The request's JSON, checked. Throws 415, 400 `invalid_body`, or 400 `invalid_input` naming the
 * fields.
 */
export async function readBody<Schema extends z.ZodType>(
  c: Context<Env>,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/(.+\+)?json\b/i.test(type)) throw new HttpRefused('unsupported_media_type')

  const raw = await readJson(c)
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw new HttpRefused('invalid_body')
  const parsed = schema.safeParse(raw)
  if (parsed.success) return parsed.data
  throw new Refused({
    reason: 'invalid_input',
    problems: fieldProblems(parsed.error, raw, knownOf(schema)),
  })
}

/**
 * JSON loses the last digits of numbers above 2^53; seeds are that large and keep theirs, as text.
 */
async function readJson(c: Context<Env>): Promise<unknown> {
  try {
    const text = await c.req.text()
    return text.includes('"seed"') ? JSON.parse(text, keepSeedDigits) : JSON.parse(text)
  } catch {
    throw new HttpRefused('invalid_body')
  }
}

/** The names there may be and their ranges, also where they may be null. */
function knownOf(schema: z.ZodType) {
  if (!(schema instanceof z.ZodObject)) return {}
  const known = Object.entries(propertiesOf(schema))
  return Object.fromEntries(
    known.map(([name, property]) => [name, { ...property.anyOf?.[0], ...property }]),
  )
}

/** A body in the OpenAPI document. Given as JSON schema, because `readBody` does the checking. */
export function documentBody(schema: z.ZodType | object) {
  const json =
    schema instanceof z.ZodType
      ? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
      : schema
  const { $schema, ...rest } = json as Record<string, unknown>
  return { required: true, content: { 'application/json': { schema: rest } } }
}
