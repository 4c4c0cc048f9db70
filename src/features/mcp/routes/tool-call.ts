import { z } from 'zod'
import type { Caller } from '#core/accounts/sign-in/authenticate.ts'
import type { AccountRow } from '#core/accounts/tables.ts'
import type { Hub } from '#core/events/hub.ts'
import type { Reader } from '#core/generations/routes/present-generation.ts'
import { fieldProblems } from '#core/http/validation.ts'
import type { AllParts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'

/** Who calls a tool, and what it may use. One for each HTTP request. */
export type McpCaller = {
  context: AllParts
  hub: Hub
  account: AccountRow
  key: NonNullable<Caller['key']>
  reader: Reader
  /** The origins of this product, as `ownOrigins` returns them. */
  origins: readonly string[]
  /** Aborts when the client disconnects or the server stops. */
  signal: AbortSignal
  /** Calls `leave` when the credential is revoked; returns the function that ends the watching. */
  watch(leave: () => void): () => void
}

/** Validates the arguments of a tool. Throws `Refused` `invalid_input` naming the fields. */
export function readArguments<Schema extends z.ZodObject>(
  schema: Schema,
  given: Record<string, unknown>,
): z.infer<Schema> {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const known = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, {}]))
  throw new Refused({
    reason: 'invalid_input',
    problems: fieldProblems(parsed.error, given, known),
  })
}

/** Describes the arguments of a tool as JSON Schema. */
export function describeArguments(
  schema: z.ZodObject,
): { type: 'object' } & Record<string, unknown> {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  })
  return { ...described, type: 'object' }
}
