import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { linkFurtherIdentity, linkIdentity } from '#core/accounts/queries/accounts.ts'
import type { Role } from '#core/accounts/rules/roles.ts'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { listOperatorActions } from '#core/operators/operator-log-queries.ts'
import { unzip } from '#testing/api/collector.ts'
import { readMoney, testAccount } from '#testing/context.ts'
import { testUpload } from '#testing/files.ts'
import { sessionCookieOf } from '#testing/person.ts'
import { testServer } from '#testing/server.ts'

const admins = new Set<string>()
const mail = {
  mailer: { verify: async () => undefined, send: async () => undefined },
  url: 'http://localhost:3000',
  operators: [],
}
const server = await testServer({}, { admins, mail })
const { context } = server
const { database } = context
const reason = 'asked by letter'

async function person(role: Role | null) {
  const account = await testAccount(context)
  await database.updateTable('account').set({ role }).where('id', '=', account.id).execute()
  return { ...account, cookie: await sessionCookieOf(context, account.id) }
}

async function send(cookie: string, method: string, path: string, content?: object) {
  const response = await server.app.request(`http://localhost:3000/api/admin/accounts/${path}`, {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    ...(content && { body: JSON.stringify(content) }),
  })
  const isJson = response.headers.get('content-type')?.includes('json')
  const body = isJson ? ((await response.json()) as { code?: string }) : {}
  return { status: response.status, response, body }
}

const remove = (cookie: string, { id, email }: { id: string; email: string }, more = {}) =>
  send(cookie, 'POST', `${id}/delete`, { reason, email, ...more })
const isDeleted = async (id: string) =>
  (await database.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst())
    ?.deleted_at !== null
const mailsTo = (email: string) =>
  sql<{ content: { about: string } }>`select content from mail where recipients @> array[${email}]`
    .execute(database)
    .then(({ rows }) => rows.map(({ content }) => content.about))

describe('an operator who deletes an account', () => {
  it('ends it and its sessions, mails its owner, and is audited', async () => {
    const [operator, other] = [await person('operator'), await person(null)]
    const answer = await remove(operator.cookie, other, { email: other.email.toUpperCase() })
    expect(answer).toMatchObject({ status: 200, body: { id: other.id } })
    expect(await isDeleted(other.id)).toBe(true)
    expect(await send(other.cookie, 'GET', other.id)).toMatchObject({ status: 404 })
    expect(await listOperatorActions(database, { accountId: other.id, limit: 5 })).toMatchObject([
      { act: 'account.delete', actor: operator.email, reason },
    ])
    expect(await mailsTo(other.email)).toEqual(['account_deleted_by_operator'])
    expect(await readMoney(context, other.id)).toMatchObject({ balance: 1000 })
    expect(await remove(operator.cookie, other)).toMatchObject({ status: 404 })
  })

  it('deletes nothing with another address, without a recent sign-in, or its own account', async () => {
    const [operator, other] = [await person('operator'), await person(null)]
    expect(await remove(operator.cookie, other, { email: 'x@example.com' })).toMatchObject({
      status: 400,
      body: { code: 'email_differs' },
    })
    expect(await remove(operator.cookie, operator)).toMatchObject({
      status: 403,
      body: { code: 'own_deletion' },
    })
    await sql`update session set created_at = now() - interval '2 hours' where account_id = ${operator.id}`.execute(
      database,
    )
    expect(await remove(operator.cookie, other)).toMatchObject({
      status: 403,
      body: { code: 'sign_in_again' },
    })
    expect([await isDeleted(other.id), await isDeleted(operator.id)]).toEqual([false, false])
    expect(await listOperatorActions(database, { accountId: other.id, limit: 5 })).toEqual([])
  })

  it('deletes an owner only as one, and never the last', async () => {
    const [operator, first, second] = [
      await person('operator'),
      await person('owner'),
      await person('owner'),
    ]
    expect(await remove(operator.cookie, first)).toMatchObject({
      status: 403,
      body: { code: 'owner_needed' },
    })
    const both = await Promise.all([remove(first.cookie, second), remove(second.cookie, first)])
    const codes = both.map(({ status, body }) => (status === 200 ? 200 : body.code))
    expect(codes.toSorted()).toEqual([200, codes[0] === 200 ? codes[1] : codes[0]])
    expect([await isDeleted(first.id), await isDeleted(second.id)].toSorted()).toEqual([
      false,
      true,
    ])
  })

  it('repeats nothing with the same action', async () => {
    const [operator, one, two] = [await person('operator'), await person(null), await person(null)]
    const act_id = uuid()
    expect(await remove(operator.cookie, one, { act_id })).toMatchObject({ status: 200 })
    expect(await remove(operator.cookie, two, { act_id })).toMatchObject({
      status: 409,
      body: { code: 'act_repeated' },
    })
    expect(await isDeleted(two.id)).toBe(false)
  })
})

describe('an owner who exports an account', () => {
  it('gets what its owner gets, and the audit log has the reason', async () => {
    const [owner, other] = [await person('owner'), await person(null)]
    await testUpload(context, other.id, 'photo.png', 'image/png')
    const named = { email: other.email, name: null }
    await linkIdentity(database, other.id, { issuer: 'https://one.test', subject: 'a b', ...named })
    await linkFurtherIdentity(database, other.id, { issuer: 'https://two.test', subject: 'c' })
    const act_id = uuid()
    const begun = await send(owner.cookie, 'POST', `${other.id}/export`, { reason, act_id })
    expect(begun.body).toEqual({ url: `/api/admin/accounts/${other.id}/export?act=${act_id}` })
    const answer = await send(owner.cookie, 'GET', `${other.id}/export?act=${act_id}`)
    expect(answer.response.headers.get('cache-control')).toContain('no-store')
    const files = await unzip(new Uint8Array(await answer.response.arrayBuffer()))
    const [document] = files.filter(({ name }) => name === 'account.json')
    expect(JSON.parse(String(document?.content))).toMatchObject({
      account: {
        email: other.email,
        identities: [
          { issuer: 'https://one.test', subject: 'a b' },
          { issuer: 'https://two.test', subject: 'c' },
        ],
      },
      uploads: [{ role: 'input' }],
    })
    expect(files).toHaveLength(2)
    expect(await listOperatorActions(database, { accountId: other.id, limit: 5 })).toMatchObject([
      { act: 'account.export', actor: owner.email, reason },
    ])
    expect((await verifyLedger(context)).faults).toEqual([])
  })

  it('gets no file of an action that another person began, of another account, or long ago', async () => {
    const [owner, second, other] = [
      await person('owner'),
      await person('owner'),
      await person(null),
    ]
    const act_id = uuid()
    await send(owner.cookie, 'POST', `${other.id}/export`, { reason, act_id })
    for (const [cookie, id] of [
      [second.cookie, other.id],
      [owner.cookie, second.id],
    ] as const)
      expect(await send(cookie, 'GET', `${id}/export?act=${act_id}`)).toMatchObject({ status: 404 })
    const old = uuid()
    await sql`insert into audit_entry (actor, act, account_id, reason, details, created_at)
      values (${owner.email}, 'account.export', ${other.id}, 'x', ${JSON.stringify({ act_id: old })},
        now() - interval '11 minutes')`.execute(database)
    expect(await send(owner.cookie, 'GET', `${other.id}/export?act=${old}`)).toMatchObject({
      status: 404,
    })
    const operator = await person('operator')
    expect(
      await send(operator.cookie, 'POST', `${other.id}/export`, { reason, act_id: uuid() }),
    ).toMatchObject({ status: 403, body: { code: 'not_permitted' } })
  })
})
