import { describe, expect, it } from 'vitest'
import { createApiKey } from '#core/accounts/api-keys.ts'
import { changeRole } from '#core/accounts/change-role.ts'
import type { Role } from '#core/accounts/rules/roles.ts'
import { listOperatorActions } from '#core/operators/operator-log-queries.ts'
import { readMoney, testAccount } from '#testing/context.ts'
import { sessionCookieOf } from '#testing/person.ts'
import { testServer } from '#testing/server.ts'

const admins = new Set<string>()
const server = await testServer({}, { admins })
const { context } = server
const { support_refund_limit: perAct, support_daily_limit: perDay } =
  context.settings.current().settings

async function send(cookie: string, method: string, path: string, body?: object) {
  const response = await server.app.request(`http://localhost:3000${path}`, {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function person(role: Role | null) {
  const account = await testAccount(context)
  if (role)
    await context.database
      .updateTable('account')
      .set({ role })
      .where('id', '=', account.id)
      .execute()
  return { ...account, cookie: await sessionCookieOf(context, account.id) }
}

const owner = await person(null)
admins.add(owner.email)
const reason = 'a test'
const grant = (cookie: string, id: string, credits: number, more = {}) =>
  send(cookie, 'POST', `/api/admin/accounts/${id}/grant`, { reason, credits, ...more })
const setRole = (cookie: string, id: string, role: unknown) =>
  send(cookie, 'POST', `/api/admin/accounts/${id}/role`, { reason, role })

describe('a role', () => {
  it('counts from the next request of a session, given or taken, and is audited', async () => {
    const { id, email, cookie } = await person(null)
    expect(await send(cookie, 'GET', '/api/admin/studio')).toMatchObject({ status: 404 })
    expect(await setRole(owner.cookie, id, 'finance')).toMatchObject({
      status: 200,
      body: { role: 'finance', is_role_fixed: false },
    })
    expect(await send(cookie, 'GET', '/api/account')).toMatchObject({ body: { role: 'finance' } })
    expect(await send(cookie, 'GET', '/api/admin/payments')).toMatchObject({ status: 200 })
    expect(await send(cookie, 'GET', '/api/admin/generations')).toMatchObject({
      status: 403,
      body: { code: 'not_permitted', error: expect.stringContaining('generations.read') },
    })
    await setRole(owner.cookie, email, null)
    expect(await send(cookie, 'GET', '/api/admin/payments')).toMatchObject({ status: 404 })
    expect(await listOperatorActions(context.database, { accountId: id, limit: 5 })).toMatchObject([
      { act: 'account.role', reason, details: { before: 'finance', after: null } },
      { act: 'account.role', actor: owner.email, details: { before: null, after: 'finance' } },
    ])
  })

  it('is not changed by its holder, by operators, or against ADMIN_EMAILS', async () => {
    const [operator, second] = [await person('operator'), await person('owner')]
    expect(await setRole(operator.cookie, operator.id, 'owner')).toMatchObject({
      status: 403,
      body: { code: 'not_permitted' },
    })
    expect(await setRole(second.cookie, second.id, null)).toMatchObject({
      status: 403,
      body: { code: 'own_role' },
    })
    expect(await setRole(second.cookie, owner.id, null)).toMatchObject({
      status: 403,
      body: { code: 'role_fixed' },
    })
    for (const role of ['admin', 'Owner', '', 1, ['owner'], undefined])
      expect(await setRole(owner.cookie, operator.id, role)).toMatchObject({ status: 400 })
    expect(await send(operator.cookie, 'GET', '/api/account')).toMatchObject({
      body: { role: 'operator' },
    })
  })

  it('is not set by the account itself through its settings', async () => {
    const { cookie } = await person(null)
    expect(await send(cookie, 'PATCH', '/api/account', { role: 'owner' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    })
    expect(await send(cookie, 'GET', '/api/account')).toMatchObject({ body: { role: null } })
  })

  it('does not count for API keys or while the account is suspended', async () => {
    const { id, cookie } = await person('operator')
    const key = await createApiKey(context, id, 'leaked')
    const byKey = await server.app.request('http://localhost:3000/api/admin/studio', {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(byKey.status).toBe(404)
    await send(owner.cookie, 'POST', `/api/admin/accounts/${id}/suspend`, { reason })
    expect(await send(cookie, 'GET', '/api/admin/studio')).toMatchObject({ status: 404 })
  })

  it('is not given to a deleted account', async () => {
    const { id } = await person(null)
    await context.database
      .updateTable('account')
      .set({ deleted_at: new Date() })
      .where('id', '=', id)
      .execute()
    const change = changeRole(context, { actor: 'x', reason }, { name: id, role: 'support' })
    await expect(change).rejects.toMatchObject({ refusal: { reason: 'not_found' } })
  })
})

describe('what support gives', () => {
  it('is limited for one action, and nothing is written beyond', async () => {
    const [support, other] = [await person('support'), await person(null)]
    expect(await grant(support.cookie, other.id, perAct + 1)).toMatchObject({
      status: 403,
      body: { code: 'giving_limit', max: perAct, required: perAct + 1 },
    })
    expect(await grant(support.cookie, other.id, 1, { paid: true })).toMatchObject({
      status: 403,
      body: { code: 'not_permitted' },
    })
    expect(await grant(support.cookie, support.id, 1)).toMatchObject({
      status: 403,
      body: { code: 'own_account' },
    })
    expect(await readMoney(context, other.id)).toMatchObject({ balance: 1000, entries: [{}] })
    expect(await readMoney(context, support.id)).toMatchObject({ balance: 1000, entries: [{}] })
  })

  it('is limited in a day, also by concurrent actions on several accounts', async () => {
    const support = await person('support')
    const most = perDay / perAct
    const others = await Promise.all(Array.from({ length: most + 6 }, () => person(null)))
    const answers = await Promise.all(others.map(({ id }) => grant(support.cookie, id, perAct)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(most)
    const refused = answers.filter(({ status }) => status === 403)
    expect(refused.map(({ body }) => body.code)).toEqual(Array(6).fill('giving_limit'))
    const money = await Promise.all(others.map(({ id }) => readMoney(context, id)))
    expect(money.reduce((sum, { balance }) => sum + balance - 1000, 0)).toBe(perDay)
    const another = await person('support')
    expect(await grant(another.cookie, others[0]?.id ?? '', perAct)).toMatchObject({ status: 200 })
  })

  it('is not limited for operators', async () => {
    const [operator, other] = [await person('operator'), await person(null)]
    expect(await grant(operator.cookie, other.id, perDay + 1, { paid: true })).toMatchObject({
      status: 200,
      body: { credits: 1000 + perDay + 1 },
    })
  })
})

describe('the roles that a groups claim gives', () => {
  const change = (cookie: string, body: object) =>
    send(cookie, 'PATCH', '/api/admin/settings', { reason, ...body })
  const mapping = { acme: { helpdesk: 'support' } }

  it('are changed by owners only, also when they are reset beside other settings', async () => {
    const { cookie } = await person('operator')
    for (const body of [
      { set: { group_roles: mapping } },
      { reset: ['signup_credits', 'group_roles'] },
    ])
      expect(await change(cookie, body)).toMatchObject({
        status: 403,
        body: { code: 'not_permitted', error: expect.stringContaining('roles.change') },
      })
    expect(await change(owner.cookie, { set: { group_roles: mapping } })).toMatchObject({
      status: 200,
    })
  })

  it('make no owner', async () => {
    expect(
      await change(owner.cookie, { set: { group_roles: { acme: { bosses: 'owner' } } } }),
    ).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'group_roles.acme.bosses' }] },
    })
  })
})
