import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { insertSession } from '#core/accounts/queries/sessions.ts'
import { hashToken, newToken } from '#core/accounts/sign-in/tokens.ts'
import { testAccount } from '#testing/context.ts'
import { testServer } from '#testing/server.ts'

const admins = new Set<string>()
const server = await testServer({}, { admins })
const { context } = server

type Headers = Record<string, string>

async function session(accountId: string): Promise<Headers> {
  const token = newToken(accountId)
  const tokenHash = hashToken(token)
  await insertSession(context.database, {
    id: uuid(),
    accountId,
    tokenHash,
    userAgent: 'Test',
  })
  return { cookie: `atelier_session=${token}` }
}

async function send(headers: Headers, method: string, path: string, body?: unknown) {
  const response = await server.app.request(`http://localhost:3000${path}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const operator = await testAccount(context)
admins.add(operator.email)
const asOperator = await session(operator.id)

it.each([
  [{ uses: 0 }, 'uses'],
  [{ uses: 1e9 }, 'uses'],
  [{ uses: 1.5 }, 'uses'],
  [{ days: 0 }, 'days'],
  [{ days: -1 }, 'days'],
  [{ days: '1' }, 'days'],
  [{ credits: -5 }, 'credits'],
  [{ credits: 1e12 }, 'credits'],
  [{ note: ' ' }, 'note'],
  [{ note: 'x'.repeat(201) }, 'note'],
  [{ note: 'x\u0000' }, 'note'],
  [{ role: 'owner' }, 'role'],
  [{ reason: ' ' }, 'reason'],
])(
  'an invitation with %j is refused, which names %s, and none is created',
  async (wrong, field) => {
    const path = '/api/admin/invitations'
    const body = { uses: 1, days: 1, reason: 'a test', ...wrong }
    expect(await send(asOperator, 'POST', path, body)).toMatchObject({
      status: 400,
      body: { fields: [{ field }] },
    })
    expect((await send(asOperator, 'GET', path)).body).toMatchObject({ data: [] })
  },
)
