import { type RawBuilder, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { endGeneration } from '#core/generations/queries/end-generation.ts'
import { startImage, testAccount, testContext } from '#testing/context.ts'
import { withoutTriggers } from '#testing/database/sessions.ts'
import { verifyLedger } from '../verify-ledger.ts'

const context = await testContext()
const { database } = context
const start = (accountId: string) => startImage(context, accountId)

describe('the database itself rejects', () => {
  it('a negative balance', async () => {
    const { id } = await testAccount(context, { credits: 5 })
    await expect(
      sql`update account set credits = -1 where id = ${id}`.execute(database),
    ).rejects.toThrow('not_negative')
  })

  it.each([
    ['account', 'owed = -1', 'not_negative'],
    ['account', 'spent = -1', 'not_negative'],
    ['account', 'daily_cap = 0', 'positive'],
    ['account', "theme = 'pink'", 'enum theme'],
    ['generation', 'refunded = -1', 'not_negative'],
    ['generation', 'refunded = price + 1', 'generation_refund'],
    ['generation', 'requested = 0', 'positive'],
    ['generation', 'run_ms = -1', 'not_negative'],
    ['generation', "status = 'lost'", 'enum generation_status'],
    ['job', "step = 'wait'", 'enum job_step'],
  ])('%s with %s', async (table, change, error) => {
    const account = await testAccount(context)
    const { id } = await start(account.id)
    const ids = { account: ['id', account.id], generation: ['id', id], job: ['generation_id', id] }
    const [key = '', value] = ids[table as keyof typeof ids]
    const changed = sql`update ${sql.raw(`${table} set ${change}`)} where ${sql.ref(key)} = ${value}`
    await expect(changed.execute(database)).rejects.toThrow(error)
  })

  it('a changed, deleted or truncated ledger entry', async () => {
    const { id } = await testAccount(context)
    await expect(
      sql`update credit_entry set credits = 1 where account_id = ${id}`.execute(database),
    ).rejects.toThrow('its rows are kept')
    await expect(
      sql`delete from credit_entry where account_id = ${id}`.execute(database),
    ).rejects.toThrow('its rows are kept')
    await expect(sql`truncate credit_entry`.execute(database)).rejects.toThrow('its rows are kept')
  })

  it('a second charge or refund of one generation', async () => {
    const account = await testAccount(context)
    const { id } = await start(account.id)
    const again = (reason: string, credits: number, number = 3) =>
      sql`insert into credit_entry (account_id, number, generation_id, reason, credits, balance_after)
        values (${account.id}, ${number}, ${id}, ${reason}, ${credits}, 1000)`.execute(database)
    await expect(again('charge', -30)).rejects.toThrow('credit_entry_once')
    await again('refund', 30)
    await expect(again('refund', 30, 4)).rejects.toThrow('credit_entry_once')
    await expect(again('refund', -30, 4)).rejects.toThrow('credit_entry_sign')
    // The test's manual writes must not affect the verification below.
    await sql`update account set credits = credits + 30, last_entry = 3, spent = 0 where id = ${account.id}`.execute(
      database,
    )
    await sql`update generation set refunded = 30 where id = ${id}`.execute(database)
  })
})

describe('verifying the ledger', () => {
  /** The accounts with planted faults: these stay. */
  const planted = new Set<string>()

  /** Plants faults in this account and returns which ones are found; others must have none. */
  async function foundAfter(accountId: string, plant: RawBuilder<unknown>[]) {
    planted.add(accountId)
    await withoutTriggers(database, async (transaction) => {
      for (const statement of plant) await statement.execute(transaction)
    })
    const { faults } = await verifyLedger(context)
    expect(faults.filter(({ account_id: owner }) => !planted.has(owner))).toEqual([])
    return faults
      .filter(({ account_id: owner }) => owner === accountId)
      .map(({ fault }) => fault)
      .toSorted()
  }

  /** An account that was refunded, and has spent all. */
  async function spender() {
    const { id: accountId } = await testAccount(context, { credits: 150 })
    const failed = await start(accountId)
    await endGeneration(database, { ...lost, id: failed.id, accountId })
    for (let n = 0; n < 5; n++) await start(accountId)
    return { accountId, failedId: failed.id }
  }

  it('finds no fault after charges and refunds', async () => {
    const { accountId } = await spender()
    const account = await database
      .selectFrom('account')
      .selectAll()
      .where('id', '=', accountId)
      .executeTakeFirst()
    expect(account).toMatchObject({ credits: 0, owed: 0, spent: 150 })
    expect((await verifyLedger(context)).faults).toEqual([])
  })

  it.each<[string, string[], (ids: Awaited<ReturnType<typeof spender>>) => RawBuilder<unknown>[]]>([
    [
      'a balance',
      ['balance_differs'],
      ({ accountId }) => [sql`update account set credits = credits + 1 where id = ${accountId}`],
    ],
    [
      'a price that was not charged',
      ['charge_differs'],
      ({ failedId }) => [sql`update generation set price = price + 1 where id = ${failedId}`],
    ],
    [
      'a refund that was not given',
      ['refund_differs'],
      ({ failedId }) => [sql`update generation set refunded = 29 where id = ${failedId}`],
    ],
    [
      'a missing entry number',
      ['entry_numbers_differ'],
      ({ accountId }) => [
        sql`update account set last_entry = last_entry + 1 where id = ${accountId}`,
      ],
    ],
    [
      'an account that is not found by its e-mail address',
      ['account_name_differs'],
      ({ accountId }) => [sql`delete from account_name where account_id = ${accountId}`],
    ],
    [
      'an open generation without a job',
      ['open_without_job'],
      ({ accountId }) => [
        sql`delete from job where generation_id = (select generation_id from job where account_id = ${accountId} limit 1)`,
      ],
    ],
    [
      'a job of an ended generation',
      ['job_without_open_generation'],
      ({ accountId }) => [
        sql`update generation set status = 'completed' where id = (select generation_id from job where account_id = ${accountId} limit 1)`,
      ],
    ],
    [
      'spending that was not counted',
      ['spent_differs'],
      ({ accountId }) => [sql`update account set spent = spent - 30 where id = ${accountId}`],
    ],
    [
      'spending counted for another day',
      ['spent_differs'],
      ({ accountId }) => [
        sql`update account set spent_day = spent_day - 1 where id = ${accountId}`,
      ],
    ],
    [
      'an entry that does not follow from the one before',
      ['balance_after_differs', 'balance_after_differs'],
      ({ failedId }) => [
        sql`update credit_entry set balance_after = balance_after + 1
          where generation_id = ${failedId} and reason = 'charge'`,
      ],
    ],
  ])('finds %s', async (_, faults, plant) => {
    const ids = await spender()
    expect(await foundAfter(ids.accountId, plant(ids))).toEqual(faults)
  })
})

const lost = {
  leaseToken: null,
  status: 'failed',
  refund: 30,
  failure: { code: 'cancelled', message: null },
} as const
