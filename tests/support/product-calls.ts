import { randomUUID } from 'node:crypto'
import { createApiKey } from '#core/accounts/api-keys.ts'
import { makeAccount } from '#core/accounts/change-credits.ts'
import { contributions } from '#features/contributions.ts'
import type { Database } from '#platform/database/database.ts'

type Answer = { status: number; body: Record<string, unknown> }

/** Returns how a program calls a started product with an API key. */
export function program(url: string, key: string) {
  return async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const response = await fetch(url + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
}

/** Creates an account without a sign-in, and its API key. */
export async function freeAccount(database: Database, credits = 0): Promise<{ key: string }> {
  const act = { actor: 'test', reason: 'a test' }
  const email = `${randomUUID()}@example.com`
  const { account } = await makeAccount({ database, contributions }, act, {
    ...{ email, name: null, credits, paid: credits > 0 },
  })
  return { key: await createApiKey({ database }, account.id, 'test') }
}

/** Polls a condition; the test's own timeout ends it. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 100))
}
