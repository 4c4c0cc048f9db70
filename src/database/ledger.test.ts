import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { fluxDev } from '#catalogue/models/flux-dev.ts'
import { startGeneration } from '#services/generations/starting/start-generation.ts'
import { verifyLedger } from '#services/ledger/verify-ledger.ts'
import { testAccount, testContext } from '#testing/context.ts'
import { settle } from './queries/life/settle.ts'

const context = await testContext()
const { database } = context
const start = (accountId: string) =>
  startGeneration(context, { accountId, model: fluxDev, input: { prompt: 'x' }, requestId: undefined, isPublic: true })

describe('the database itself refuses', () => {
  it('a negative balance', async () => {
    const { id } = await testAccount(context, { credits: 5 })
    await expect(sql`update account set credits = -1 where id = ${id}`.execute(database)).rejects.toThrow(
      'account_credits_not_negative',
    )
  })

  it('a changed, deleted or truncated ledger entry', async () => {
    const { id } = await testAccount(context)
    await expect(sql`update credit_entry set credits = 1 where account_id = ${id}`.execute(database)).rejects.toThrow(
      'append-only',
    )
    await expect(sql`delete from credit_entry where account_id = ${id}`.execute(database)).rejects.toThrow(
      'append-only',
    )
    await expect(sql`truncate credit_entry`.execute(database)).rejects.toThrow('append-only')
  })

  it('a second charge or refund of one generation', async () => {
    const account = await testAccount(context)
    const { id } = await start(account.id)
    const again = (reason: string, credits: number) =>
      sql`insert into credit_entry (account_id, generation_id, reason, credits, balance_after)
        values (${account.id}, ${id}, ${reason}, ${credits}, 0)`.execute(database)
    await expect(again('charge', -30)).rejects.toThrow('credit_entry_once')
    await again('refund', 30)
    await expect(again('refund', 30)).rejects.toThrow('credit_entry_once')
    await expect(again('refund', -30)).rejects.toThrow('credit_entry_sign')
    // What this test wrote by hand must not spoil the verification below.
    await sql`update account set credits = credits + 30 where id = ${account.id}`.execute(database)
    await sql`update generation set refunded = 30 where id = ${id}`.execute(database)
  })
})

describe('verifying the ledger', () => {
  it('finds nothing wrong after charges and refunds, and names each account that is wrong', async () => {
    const account = await testAccount(context)
    const { id } = await start(account.id)
    await settle(database, {
      id,
      leaseToken: null,
      status: 'failed',
      refund: 30,
      failure: { code: 'cancelled', message: null },
    })
    expect((await verifyLedger(context)).faults).toEqual([])

    await sql`update account set credits = credits + 1 where id = ${account.id}`.execute(database)
    await sql`update generation set refunded = 29 where id = ${id}`.execute(database)
    expect((await verifyLedger(context)).faults).toMatchObject([
      { fault: 'balance_differs', account_id: account.id },
      { fault: 'refund_differs', generation_id: id },
    ])
  })
})
