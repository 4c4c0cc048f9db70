import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { createApiKey } from '#core/accounts/api-keys.ts'
import { insertSession } from '#core/accounts/queries/sessions.ts'
import { hashToken, newToken } from '#core/accounts/sign-in/tokens.ts'
import { readMoney, testAccount } from '#testing/context.ts'
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
const other = await testAccount(context)

const id = other.id
type Route = [method: string, path: string, body?: object]

const routes: Route[] = [
  ['GET', '/api/admin/accounts'],
  ['GET', `/api/admin/accounts/${id}`],
  ['POST', `/api/admin/accounts/${id}/grant`, { credits: 5, reason: 'x' }],
  ['POST', `/api/admin/accounts/${id}/take`, { credits: 5, reason: 'x' }],
  ['POST', `/api/admin/accounts/${id}/suspend`, { reason: 'x' }],
  ['POST', `/api/admin/accounts/${id}/resume`, { reason: 'x' }],
  ['POST', `/api/admin/accounts/${id}/export`, { reason: 'x', act_id: 'an export' }],
  ['GET', `/api/admin/accounts/${id}/export?act=an-export`],
  ['POST', `/api/admin/accounts/${id}/delete`, { reason: 'x', email: other.email }],
  ['GET', '/api/admin/waiting'],
  ['POST', `/api/admin/accounts/${id}/approve`, { reason: 'x' }],
  ['POST', `/api/admin/accounts/${id}/reject`, { reason: 'x', note: 'x' }],
  ['GET', '/api/admin/generations'],
  ['GET', `/api/admin/generations/${id}`],
  ['POST', `/api/admin/generations/${id}/retry`, { reason: 'x' }],
  ['POST', `/api/admin/generations/${id}/refund`, { reason: 'x' }],
  ['GET', '/api/admin/studio'],
  ['GET', '/api/admin/accounts.csv'],
  ['GET', '/api/admin/generations/list'],
  ['GET', '/api/admin/generations/list.csv'],
  ['POST', '/api/admin/generations/retry', { reason: 'x', ids: [id] }],
  ['POST', '/api/admin/generations/refund', { reason: 'x', ids: [id] }],
  ['GET', '/api/admin/ledger'],
  ['POST', '/api/admin/ledger/verify', {}],
  ['GET', '/api/admin/prices'],
  ['GET', '/api/admin/settings'],
  ['PATCH', '/api/admin/settings', { set: {}, revision: 0, reason: 'x' }],
  ['GET', '/api/admin/audit'],
]

describe('the operator’s endpoints do not exist for others', () => {
  it.each(routes)('%s %s', async (method, path, body) => {
    const nothing = await send(asOperator, method, '/api/no-such-thing', body)
    const operatorsKey = await createApiKey(context, operator.id, 'leaked')
    const strangers = [{}, await session(other.id), { authorization: `Bearer ${operatorsKey}` }]
    for (const headers of strangers) {
      const answer = await send(headers, method, path, body)
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 404,
        body: nothing.body,
      })
    }
    expect(await readMoney(context, other.id)).toMatchObject({ balance: 1000, entries: [{}] })
  })
})

it('an operator action needs a reason and is in the audit log', async () => {
  const person = await testAccount(context)
  const path = `/api/admin/accounts/${person.id}`
  for (const reason of [undefined, '', '   ', 'x'.repeat(501)]) {
    expect(await send(asOperator, 'POST', `${path}/suspend`, { reason })).toMatchObject({
      ...{ status: 400, body: { code: 'invalid_input', fields: [{ field: 'reason' }] } },
    })
  }
  for (const credits of [0, -5, 1.5, 1e9, '5']) {
    expect(await send(asOperator, 'POST', `${path}/take`, { credits, reason: 'x' })).toMatchObject({
      status: 400,
    })
  }
  expect(await send(asOperator, 'POST', `${path}/suspend`, { reason: ' spam ' })).toMatchObject({
    ...{ status: 200, body: { suspended_at: expect.any(String) } },
  })
  expect(
    await send(asOperator, 'POST', `${path}/take`, { reason: 'spam', credits: 2000 }),
  ).toMatchObject({
    ...{ status: 400, body: { code: 'insufficient_credits', current: 1000 } },
  })
  const { body, headers } = await send(asOperator, 'GET', path)
  const acts = [
    {
      act: 'account.suspend',
      actor: operator.email,
      reason: 'spam',
      account: { email: person.email },
    },
  ]
  expect(body).toMatchObject({ email: person.email, statement: { total: 1 }, acts })
  expect(headers.get('cache-control')).toBe('no-store')
  expect((await send(asOperator, 'GET', '/api/admin/audit')).body).toMatchObject({
    data: acts,
    before: null,
  })
  expect(JSON.stringify(body)).not.toMatch(/token|hash/)
})

it('the operator finds accounts by part of an address, sees current prices and verifies the ledger', async () => {
  const { body: found } = await send(
    asOperator,
    'GET',
    `/api/admin/accounts?find=${other.email.slice(20, 36)}`,
  )
  expect(found).toMatchObject({
    data: [{ id: other.id }],
    total: 1,
    is_total_exact: true,
    before: null,
  })
  const { body: literal } = await send(asOperator, 'GET', '/api/admin/accounts?find=%25_%25')
  expect(literal).toMatchObject({ data: [], total: 0 })
  const { body: prices } = await send(asOperator, 'GET', '/api/admin/prices')
  const flux = { model: 'flux-dev', tiers: [{ tier: 'any', credits: 30, base: null }] }
  expect(prices).toMatchObject({
    prices: expect.arrayContaining([expect.objectContaining(flux)]),
    unknown: [],
  })
  expect(await send(asOperator, 'POST', '/api/admin/ledger/verify', {})).toMatchObject({
    status: 202,
  })
  await context.background.idle()
  expect((await send(asOperator, 'GET', '/api/admin/ledger')).body).toMatchObject({
    checks: [{ asked_by: operator.email, faults: 0 }],
  })
  expect((await send(asOperator, 'GET', '/api/admin/studio')).body).toMatchObject({
    outages: [],
    queue: [],
    alerts: [],
  })
})
