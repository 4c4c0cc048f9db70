import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { readMoney, testAccount, testContext } from '#testing/context.ts'
import { claim, readRow } from '#testing/drive.ts'
import { fluxDev } from '#testing/models.ts'
import { startGeneration } from '../start-generation.ts'
import { endGeneration } from './end-generation.ts'

const context = await testContext()
const { database } = context

async function started(count = 1) {
  const account = await testAccount(context)
  const request = {
    accountId: account.id,
    model: fluxDev,
    input: { prompt: 'x' },
    requestId: undefined,
    isPublic: true,
  }
  const rows = await Promise.all(
    Array.from({ length: count }, () => startGeneration(context, request)),
  )
  return { account, id: rows[0]?.id ?? '' }
}

const failed = {
  status: 'failed',
  refund: 30,
  failure: { code: 'deadline', message: null },
} as const

describe('ending a generation', () => {
  it('requires its lease', async () => {
    const { account, id } = await started()
    const [slow] = await claim(context)
    await sql`update job set lease_until = null where generation_id = ${id}`.execute(database)
    const [quick] = await claim(context)

    expect(
      await endGeneration(database, {
        id,
        accountId: account.id,
        leaseToken: slow?.lease_token ?? '',
        ...failed,
      }),
    ).toBe(false)
    expect(await readMoney(context, account.id)).toMatchObject({ balance: 970 })
    expect(
      await endGeneration(database, {
        id,
        accountId: account.id,
        leaseToken: quick?.lease_token ?? '',
        ...failed,
      }),
    ).toBe(true)
    expect(await readMoney(context, account.id)).toMatchObject({ balance: 1000, sum: 1000 })
  })

  it('happens once: a final state does not change', async () => {
    const { account, id } = await started()
    expect(
      await endGeneration(database, {
        id,
        accountId: account.id,
        leaseToken: null,
        status: 'completed',
        refund: 0,
      }),
    ).toBe(true)
    const ended = await readRow(context, id)
    expect(
      await endGeneration(database, { id, accountId: account.id, leaseToken: null, ...failed }),
    ).toBe(false)
    expect(await readRow(context, id)).toEqual(ended)
    expect(await readMoney(context, account.id)).toMatchObject({ balance: 970, sum: 970 })
  })

  it('cannot be done by its owner during the submit', async () => {
    const { account, id } = await started()
    await sql`update job set submit_started_at = now() where generation_id = ${id}`.execute(
      database,
    )
    expect(
      await endGeneration(database, { id, accountId: account.id, leaseToken: null, ...failed }),
    ).toBe(false)
  })
})

describe('claiming', () => {
  it('gives each row to one of several concurrent workers', async () => {
    await started(16)
    // Every connection is opened before the race; else the first would win it.
    await Promise.all(Array.from({ length: 8 }, () => sql`select pg_sleep(0.05)`.execute(database)))
    for (let round = 0; round < 10; round++) {
      await sql`update job set lease_until = null, next_step_at = now() `.execute(database)
      const claimed = (await Promise.all(Array.from({ length: 8 }, () => claim(context))))
        .flat()
        .map(({ id }) => id)
      expect(new Set(claimed).size).toBe(claimed.length)
    }
  })
})
