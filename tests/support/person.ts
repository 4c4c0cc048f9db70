import { v7 as uuid } from 'uuid'
import { insertSession } from '#core/accounts/queries/sessions.ts'
import { hashToken, newToken } from '#core/accounts/sign-in/tokens.ts'
import type { AllParts, Parts } from '#core/parts.ts'
import { testAccount } from './context.ts'

type App = { request(url: string, init: RequestInit): Response | Promise<Response> }

/** Returns a function that sends JSON requests with these headers to the app. */
export function createRequester(app: App, headers: Record<string, string>) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ) => {
    const response = await app.request(`http://localhost:3000${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers, ...more },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text ? JSON.parse(text) : null,
    }
  }
}

/** A person signed in with a browser. */
export async function testPerson({ app, context }: { app: App; context: AllParts }, money = {}) {
  const account = await testAccount(context, money)
  const headers = { cookie: await sessionCookieOf(context, account.id) }
  return { account, headers, request: createRequester(app, headers) }
}

/** The cookie of a new session. */
export async function sessionCookieOf(
  { database }: Parts<'database'>,
  accountId: string,
): Promise<string> {
  const token = newToken(accountId)
  await insertSession(database, { id: uuid(), accountId, tokenHash: hashToken(token) })
  return `atelier_session=${token}`
}
