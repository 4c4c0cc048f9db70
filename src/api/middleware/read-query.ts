import type { RouteConfig } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { z } from 'zod'
import type { Env } from '../env.ts'
import { HttpRefused } from './errors.ts'
import { fieldProblems } from './field-problems.ts'

/**
 * The request's query, checked; a parameter without a value counts as absent. Throws 400
 * `invalid_query` naming what is unknown or wrong.
 */
export function readQuery<Schema extends z.ZodObject>(
  c: Context<Env>,
  schema: Schema,
): z.infer<Schema> {
  const given = Object.entries(c.req.queries()).flatMap(([name, values]) => {
    const said = values.filter((value) => value !== '')
    return said.length > 0 ? [[name, said.length > 1 ? said : said[0]]] : []
  })
  const raw: unknown = Object.fromEntries(given)
  const parsed = schema.safeParse(raw)
  if (parsed.success) return parsed.data
  throw new HttpRefused('invalid_query', fieldProblems(parsed.error, raw, propertiesOf(schema)))
}

/**
 * A query in the OpenAPI document. Given as JSON schemas, because `readQuery` does the checking.
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

/** `anyOf`: what it may be instead, as where it may be null. */
type Property = { description?: string; minimum?: number; maximum?: number; anyOf?: Property[] }

/** What a schema says of each name. */
export function propertiesOf(schema: z.ZodObject): Record<string, Property> {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return properties as Record<string, Property>
}
