import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { listOperatorActions } from '#core/operators/operator-log-queries.ts'
import { newPerson, signInEnvironment } from '#testing/api/sign-in.ts'
import { createBrowser } from '#testing/browser.ts'
import { readMoney } from '#testing/context.ts'
import { testPerson } from '#testing/person.ts'
import { testServer } from '#testing/server.ts'

const admins = new Set<string>()
const server = await testServer({}, { admins })
const { context } = server
const { database } = context
const operator = await testPerson(server)
admins.add(operator.account.email)
const reason = 'a test'

type Person = Awaited<ReturnType<typeof testPerson>>

async function createCodes(wanted: object = {}) {
  const body = { reason, credits: 70, ...wanted }
  const answer = await operator.request('POST', '/api/admin/codes', body)
  expect(answer.status, answer.body.error).toBe(200)
  return answer.body as { id: string; list: { code: string; url: string }[]; csv: string }
}
const createCode = async (wanted: object = {}) => (await createCodes(wanted)).list[0]?.code ?? ''
const redeem = (who: Pick<Person, 'request'>, code: string) =>
  who.request('POST', '/api/codes/redeem', { code })
const balanceOf = async (who: Person) => (await readMoney(context, who.account.id)).balance
const faults = async () => (await verifyLedger(context)).faults

describe('a gift code', () => {
  it('adds its credits once, with an entry, and unlocks generation', async () => {
    const who = await testPerson(server, { credits: 0, paid: false })
    const code = await createCode()
    const typed = code.toLowerCase().replaceAll('-', ' ')
    expect(await redeem(who, typed)).toMatchObject({
      status: 200,
      body: { credits: 70, balance: 70 },
    })
    expect(await redeem(who, code)).toMatchObject({
      status: 409,
      body: { code: 'code_redeemed' },
    })
    const other = await testPerson(server)
    expect(await redeem(other, code)).toMatchObject({ status: 409, body: { code: 'code_used_up' } })
    expect(await readMoney(context, who.account.id)).toMatchObject({ balance: 70 })
    const { body: ledger } = await who.request('GET', '/api/account/ledger')
    expect(ledger.data).toMatchObject([{ credits: 70, reason: 'grant', note: 'gift code' }])
    const { body: account } = await who.request('GET', '/api/account')
    expect(account).toMatchObject({ has_ever_paid: true })
    expect(await faults()).toEqual([])
  })

  it('does not unlock generation where the operator says so', async () => {
    const who = await testPerson(server, { credits: 0, paid: false })
    await redeem(who, await createCode({ counts_as_paid: false }))
    const { body } = await who.request('GET', '/api/account')
    expect(body).toMatchObject({ has_ever_paid: false, credits: { left_credits: 70 } })
  })

  it('is redeemed once by one account and as often as it has uses, also in parallel', async () => {
    const code = await createCode({ uses: 3 })
    const people = await Promise.all(Array.from({ length: 6 }, () => testPerson(server)))
    const before = await Promise.all(people.map(balanceOf))
    const answers = await Promise.all(
      people.flatMap((who) => [redeem(who, code), redeem(who, code), redeem(who, code)]),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(15)
    const after = await Promise.all(people.map(balanceOf))
    const gained = after.map((balance, index) => balance - (before[index] ?? 0))
    expect(gained.toSorted()).toEqual([0, 0, 0, 70, 70, 70])
    expect(await faults()).toEqual([])
  })

  it('gives nothing when it is disabled, expired, or for a suspended account', async () => {
    const who = await testPerson(server)
    const before = await balanceOf(who)
    const { id, list } = await createCodes()
    const disable = () => operator.request('POST', `/api/admin/codes/${id}/disable`, { reason })
    expect(await disable()).toMatchObject({ status: 200, body: { state: 'disabled' } })
    expect(await disable()).toMatchObject({ status: 200 })
    expect(await redeem(who, list[0]?.code ?? '')).toMatchObject({
      status: 409,
      body: { code: 'code_disabled' },
    })
    const old = await createCodes({ days: 1 })
    await sql`update code_batch set expires_at = now() - interval '1 second' where id = ${old.id}`.execute(
      database,
    )
    expect(await redeem(who, old.list[0]?.code ?? '')).toMatchObject({
      status: 409,
      body: { code: 'code_expired' },
    })
    const code = await createCode()
    await sql`update account set suspended_at = now() where id = ${who.account.id}`.execute(
      database,
    )
    expect(await redeem(who, code)).toMatchObject({
      status: 403,
      body: { code: 'account_suspended' },
    })
    expect(await balanceOf(who)).toBe(before)
    expect(await faults()).toEqual([])
  })

  it('is not guessed: unknown codes are limited, known ones are not', async () => {
    const who = await testPerson(server)
    const redeemed = await createCode()
    await redeem(who, redeemed)
    for (let n = 0; n < 15; n++)
      expect(await redeem(who, redeemed)).toMatchObject({ body: { code: 'code_redeemed' } })
    const guesses = Array.from({ length: 14 }, (_, n) => redeem(who, `0000-0000-0000-00${n + 10}`))
    const codes = (await Promise.all(guesses)).map(({ body }) => body.code)
    expect(codes.filter((code) => code === 'code_unknown')).toHaveLength(10)
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(4)
    expect(await redeem(who, await createCode())).toMatchObject({ status: 429 })
  })

  it('needs a session', async () => {
    const code = await createCode()
    const answer = await server.app.request('http://localhost:3000/api/codes/redeem', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    })
    expect(answer.status).toBe(401)
  })
})

describe('an operator', () => {
  it('creates many at once, stored as hashes, with a file that no spreadsheet runs', async () => {
    const note = '=HYPERLINK("http://evil.example")'
    const { id, list, csv } = await createCodes({ count: 40, note, uses: 2 })
    expect(new Set(list.map(({ code }) => code)).size).toBe(40)
    expect(list[0]?.url).toBe(`http://localhost:3000/redeem/${list[0]?.code}`)
    expect(csv.split('\r\n').filter(Boolean)).toHaveLength(41)
    expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    const { rows } = await sql<{ stored: string }>`
      select row_to_json(gift_code)::text as stored from gift_code where batch_id = ${id}`.execute(
      database,
    )
    for (const { code } of list)
      expect(rows.some(({ stored }) => stored.includes(code))).toBe(false)
    const [entry] = await listOperatorActions(database, { limit: 1 })
    expect(entry).toMatchObject({
      act: 'code.create',
      reason,
      details: { batch: id, count: 40, credits: 70, uses: 2 },
    })
    expect(JSON.stringify(entry)).not.toContain(list[0]?.code ?? 'none')
    const { body } = await operator.request('GET', '/api/admin/codes')
    expect(body.data[0]).toMatchObject({ id, codes: 40, uses: 2, used: 0, state: 'valid', note })
  })

  it('creates none with values beyond the limits', async () => {
    for (const wrong of [
      { credits: 0 },
      { credits: 1.5 },
      { credits: 10_000_001 },
      { count: 1_001 },
      { uses: 0 },
      { days: 0 },
      { days: -1 },
      { note: 'x'.repeat(201) },
      { reason: '' },
    ]) {
      const body = { reason, credits: 5, ...wrong }
      expect(await operator.request('POST', '/api/admin/codes', body)).toMatchObject({
        status: 400,
      })
    }
  })
})

describe('the ledger check', () => {
  it.each([
    [
      'an entry without a redemption',
      'redemption_differs',
      (id: string) => sql`delete from code_redemption where account_id = ${id}`,
    ],
    [
      'other credits than were redeemed',
      'redemption_differs',
      (id: string) =>
        sql`update code_redemption set credits = credits + 1 where account_id = ${id}`,
    ],
    [
      'a use that was not counted',
      'code_uses_differ',
      (id: string) => sql`update gift_code set used = used - 1
        where id = (select code_id from code_redemption where account_id = ${id})`,
    ],
  ])('finds %s', async (_what, fault, plant) => {
    const who = await testPerson(server)
    await redeem(who, await createCode())
    const found = await database.transaction().execute(async (transaction) => {
      await plant(who.account.id).execute(transaction)
      const { faults: all } = await verifyLedger({ ...server.context, database: transaction })
      await sql`select 1`.execute(transaction)
      return all
    })
    expect(found.map((one) => one.fault)).toContain(fault)
    // The planted fault is taken away again for the tests that follow.
    await sql`delete from code_redemption where account_id = ${who.account.id}`.execute(database)
    await sql`update gift_code set used = 0 where id not in (select code_id from code_redemption)`.execute(
      database,
    )
    await sql`alter table credit_entry disable trigger user`.execute(database)
    await sql`update credit_entry set code_id = null where account_id = ${who.account.id}`.execute(
      database,
    )
    await sql`alter table credit_entry enable trigger user`.execute(database)
    expect(await faults()).toEqual([])
  })
})

it('is not redeemed again by the same person after the account was deleted', async () => {
  const world = await signInEnvironment()
  const { url } = world
  const { createCodes: create } = await import('./manage-codes.ts')
  const limits = { count: 1, uses: 5, credits: 9, days: null, counts_as_paid: true, note: null }
  const act = { actor: 'a test', reason }
  const code = (await create(world.context, act, limits)).codes[0] ?? ''
  const [browser, claims] = [createBrowser(), newPerson()]
  const post = async (method: string, path: string, body: object) =>
    browser.request(url + path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await world.signIn(browser, claims)
  expect((await post('POST', '/api/codes/redeem', { code })).status).toBe(200)
  expect((await post('DELETE', '/api/account', { email: claims.email })).status).toBe(204)
  await world.signIn(browser, claims)
  const again = await post('POST', '/api/codes/redeem', { code })
  expect(await again.json()).toMatchObject({ code: 'code_redeemed' })
})
