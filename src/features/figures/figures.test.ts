import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { takeCreditsBack } from '#core/accounts/change-credits.ts'
import { refundForOperator } from '#core/generations/retry-generation.ts'
import { findModel } from '#core/models/rules/catalogue.ts'
import { paymentServer, press } from '#testing/api/payments.ts'
import { testAccount } from '#testing/context.ts'
import { finishedWork } from '#testing/finished-generations.ts'
import { testPerson } from '#testing/person.ts'
import { testSettings } from '#testing/settings.ts'
import { computeFigures } from './compute-figures.ts'
import { type FiguresView, figureTables } from './contract.ts'

const admins = new Set<string>()
let model_costs: Record<string, number> = {}
const settings = {
  ...testSettings(),
  current: () => testSettings({ model_costs }).current(),
}
const server = await paymentServer({ admins, settings })
const { context, checkoutSimulator } = server
const { database } = context
const operator = await testPerson(server)
admins.add(operator.account.email)

const day = 86_400_000
const today = () => new Date(context.now()).toISOString().slice(0, 10)

async function readFigures(query = ''): Promise<FiguresView> {
  const { body } = await operator.request('GET', `/api/admin/figures${query}`)
  return body as FiguresView
}

function model(id: string) {
  const found = findModel(id)
  if (!found) throw new Error('No model')
  return found
}

async function buy() {
  const who = await testPerson(server, { credits: 0, paid: false })
  const { body } = await who.request('POST', '/api/payments/checkout', { pack: 'start' })
  await press(body.checkout_url, 'pay')
  const checkout = body.checkout_url.split('/').at(-1) as string
  return { ...who, intent: checkoutSimulator.find(checkout)?.intentId ?? '' }
}

/** Sums of the ledger by reason. */
async function readLedger(): Promise<Record<string, number>> {
  const { rows } = await sql<{ reason: string; credits: number }>`
    select reason, sum(credits)::bigint as credits from credit_entry group by reason`.execute(
    database,
  )
  return Object.fromEntries(rows.map(({ reason, credits }) => [reason, credits]))
}

/** What the payment provider has sent, by its own events. */
async function readEvents() {
  const { rows } = await sql<{ paid: number; refunded: number }>`
    select sum((message->'bought'->>'amount')::int) filter (where type = 'checkout.session.completed')::int as paid,
      (select sum(amount)::int from (select max((message->>'amount')::int) as amount from payment_event
        where message->>'about' = 'refund' group by intent_id) as refund) as refunded
    from payment_event`.execute(database)
  return rows[0]
}

it('agree with the ledger to the credit and with the payment provider’s events to the cent', async () => {
  const [one, two] = [await buy(), await buy()]
  await server.stripe('refunds', { payment_intent: one.intent, amount: '250' })
  await server.stripe('refunds', { payment_intent: one.intent, amount: '100' })
  await server.stripe('disputes', { payment_intent: two.intent, id: 'dp_one' })
  const made = await testAccount(context, { credits: 777 })
  const failure = { code: 'result_lost', message: null } as const
  const failed = { status: 'failed', failure, refund: 0 } as const
  const work = { accountId: made.id, model: model('flux-dev'), input: { prompt: 'a fox' } }
  await finishedWork(context, work)
  await finishedWork(context, work, { ...failed, refund: 10 })
  const id = await finishedWork(context, work, failed)
  const act = { actor: 'test', reason: 'because' }
  await refundForOperator(context, act, { id, note: 'sorry' })
  await takeCreditsBack(context, act, { name: made.id, credits: 5, note: 'back' })

  await computeFigures(context)
  const { total, models, periods } = await readFigures()
  const ledger = await readLedger()
  expect(total.credits.entries).toEqual(ledger)
  expect(total.credits).toMatchObject({
    sold: 2_000,
    spent: -(ledger.charge ?? 0),
    refunded: ledger.refund,
    granted: ledger.grant,
  })
  expect(await readEvents()).toEqual({ paid: 2_000, refunded: 350 })
  expect(total.money).toEqual([
    { currency: 'usd', payments: 2, paid: 2_000, refunded: 350, disputed: 1_000, tax: 0 },
  ])
  expect(models).toMatchObject([
    { model: 'flux-dev', started: 3, completed: 1, failed: 2, results: 1, credits: 30, cost: null },
  ])
  expect(total.generations).toMatchObject({ started: 3, failed: 2, median_ms: expect.any(Number) })
  expect(periods.at(-1)).toMatchObject({ start: today(), active_accounts: 1, is_final: false })
  expect(total.sign_ups).toBe(4)
  expect([total.cost, total.margin]).toEqual([null, null])
})

it('are the same however often they are computed, and follow what changes later', async () => {
  await computeFigures(context)
  const before = await readFigures()
  await Promise.all([computeFigures(context), computeFigures(context)])
  expect({ ...(await readFigures()), computed_at: null }).toEqual({ ...before, computed_at: null })

  const { id: accountId } = await testAccount(context, { credits: 100 })
  const work = { accountId, model: model('flux-schnell'), input: { prompt: 'a fox' } }
  const id = await finishedWork(context, work)
  const yesterday = new Date(context.now() - day)
  const [oldId, oldDay] = [
    uuid({ msecs: yesterday.getTime() }),
    yesterday.toISOString().slice(0, 10),
  ]
  await sql`insert into account (id, email, created_at) values (${oldId}, 'old', ${yesterday})`.execute(
    database,
  )
  const olderId = uuid({ msecs: yesterday.getTime() })
  await sql`
    insert into generation (id, account_id, request_id, kind, generation_type, model, input, price, requested, number, created_at, status)
    select ${olderId}, account_id, 'older', kind, generation_type, model, input, price, requested, number + 1,
      ${yesterday}, 'open'
    from generation where id = ${id}`.execute(database)
  const later = { ...context, now: () => context.now() + 2 * 3_600_000 }
  const tomorrow = { ...context, now: () => context.now() + day + 2 * 3_600_000 }
  const at = async () => (await readFigures(`?from=${oldDay}&to=${oldDay}`)).periods[0]
  await computeFigures(tomorrow)
  expect(await at()).toMatchObject({
    generations: { started: 1, open: 1 },
    is_final: false,
    sign_ups: 1,
  })
  await sql`update generation set status = 'failed', completed_at = now() where id = ${olderId}`.execute(
    database,
  )
  await computeFigures(tomorrow)
  expect(await at()).toMatchObject({ generations: { open: 0, failed: 1 }, is_final: true })
  // What is final is not read again.
  await sql`update figure set figures = jsonb_set(figures, '{signUps}', '99') where start = ${oldDay}::date and unit = 'day'`.execute(
    database,
  )
  await computeFigures(later)
  expect(await at()).toMatchObject({ sign_ups: 99 })
})

it('count an account once in a week and a month', async () => {
  await computeFigures(context)
  for (const unit of ['week', 'month'])
    expect((await readFigures(`?unit=${unit}`)).periods.at(-1)).toMatchObject({
      active_accounts: 2,
    })
})

it('have the cost and the margin as soon as the cost of every model is set', async () => {
  const change = (set: object) =>
    operator.request('PATCH', '/api/admin/settings', { set, reason: 'costs' })
  expect((await change({ model_costs: { nonsense: 1 } })).status).toBe(400)
  expect((await change({ model_costs: { 'flux-dev': -1 } })).status).toBe(400)
  expect((await change({ model_costs: { 'flux-dev': 0.00001 } })).status).toBe(400)
  model_costs = { 'flux-dev': 2.5 }
  const partly = await readFigures()
  expect(partly).toMatchObject({ unknown_costs: ['flux-schnell'], total: { cost: null } })
  expect(partly.models.find(({ model: id }) => id === 'flux-dev')).toMatchObject({ cost: 2.5 })
  model_costs = { 'flux-dev': 2.5, 'flux-schnell': 0.3 }
  const { cost, margin } = (await readFigures()).total
  expect([cost, margin]).toEqual([2.8, 2_000 - 350 - 1_000 - 2.8])
})

it('are downloaded as files that are the same in every language', async () => {
  const file = async (table: string) => {
    const { headers } = operator
    const response = await server.app.request(`http://localhost:3000/api/admin/figures/${table}`, {
      headers,
    })
    return { response, lines: (await response.text()).trim().split('\r\n') }
  }
  const { response, lines } = await file('credits.csv')
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toContain(`_${today()}.csv`)
  expect(lines[0]).toBe('start,end,sold,spent,refunded,granted')
  expect(lines).toHaveLength(31)
  expect(lines.at(-1)).toMatch(new RegExp(`^${today()},[\\d-]+,2000,\\d+,\\d+,\\d+$`))
  expect((await file('money.csv')).lines).toContainEqual(
    expect.stringMatching(/,usd,2,2000,350,1000,0$/),
  )
  expect((await file('models.csv')).lines[1]).toMatch(/^flux-dev,image,3,1,0,2,0,\d+,\d+,1,30,2.5$/)
  for (const table of figureTables) expect((await file(table)).response.status).toBe(200)
  expect((await file('nonsense')).response.status).toBe(404)
})

it('are not read for times that make no sense', async () => {
  for (const query of [
    '?from=2026-13-01',
    '?unit=year',
    '?from=2026-02-02&to=2026-02-01',
    '?from=0000-01-01',
    '?from=1970-01-01',
  ])
    expect((await operator.request('GET', `/api/admin/figures${query}`)).status).toBe(400)
})
