import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testAccount, testContext } from '#testing/context.ts'
import { checkLedger, checkLedgerDaily, startLedgerCheck } from './check-ledger.ts'
import { listChecks } from './queries/ledger.ts'

const logged: { fields: object; message: string }[] = []
const log = {
  info: () => undefined,
  warn: () => undefined,
  error: (fields: object, message: string) => void logged.push({ fields, message }),
}
const context = await testContext({ log })
const { database } = context

describe('a verification of the ledger', () => {
  it('is recorded, with its requester', async () => {
    await testAccount(context)
    expect(await checkLedger(context, 'ada@example.com')).toEqual({ accounts: 1, faults: [] })
    expect(await listChecks(database, 9)).toMatchObject([
      { asked_by: 'ada@example.com', accounts: 1, faults: 0, found: [] },
    ])
    expect(logged).toEqual([])
  })

  it('runs once a day automatically, and again when the last one is old', async () => {
    await checkLedgerDaily(context)
    expect(await listChecks(database, 9)).toHaveLength(1)
    await sql`update ledger_check set finished_at = finished_at - interval '1 day'`.execute(
      database,
    )
    await checkLedgerDaily(context)
    expect(await listChecks(database, 9)).toMatchObject([{ asked_by: 'daily' }, {}])
  })

  it('in the background logs the faults it finds', async () => {
    const { id } = await testAccount(context)
    await sql`update account set credits = credits + 7 where id = ${id}`.execute(database)
    startLedgerCheck(context, 'ada@example.com')
    await context.background.idle()
    const [check] = await listChecks(database, 1)
    expect(check).toMatchObject({
      faults: 1,
      found: [{ fault: 'balance_differs', account_id: id }],
    })
    expect(logged).toMatchObject([{ message: 'ledger check failed', fields: { faults: 1 } }])
  })
})
