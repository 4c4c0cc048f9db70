import { expect, it } from 'vitest'
import { addCredits } from '#core/credits/queries/ledger.ts'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { endGeneration } from '#core/generations/queries/end-generation.ts'
import type { GenerationRow } from '#core/generations/tables.ts'
import { readMoney, startImage, testAccount, testContext } from '#testing/context.ts'

const context = await testContext()
const { database } = context

const start = (accountId: string) => startImage(context, accountId)

const fail = ({ id, account_id: accountId }: GenerationRow) =>
  endGeneration(database, {
    ...{ id, accountId, leaseToken: null, status: 'failed', refund: 30 },
    failure: { code: 'cancelled', message: null },
  })

/** An account that spent all of a purchase on open generations and then lost the purchase. */
async function debtor(jobs: number, owed: number) {
  const { id } = await testAccount(context, { credits: jobs * 30 })
  const open = await Promise.all(Array.from({ length: jobs }, () => start(id)))
  const paymentId = crypto.randomUUID()
  await database
    .insertInto('payment')
    .values({
      ...{
        id: paymentId,
        account_id: id,
        pack: 'small',
        credits: owed,
        amount: 100,
        currency: 'usd',
      },
      ...{
        status: 'refunded',
        taken_back: owed,
        checkout_id: null,
        intent_id: null,
        paid_at: new Date(),
      },
    })
    .execute()
  await database.updateTable('account').set({ owed }).where('id', '=', id).execute()
  return { id, open }
}

const owedBy = async (id: string) =>
  (
    await database
      .selectFrom('account')
      .select('owed')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).owed

it('is repaid from concurrent refunds and grants while others spend them', async () => {
  const { id, open } = await debtor(10, 250)
  const comesIn = [
    ...open.map(fail),
    ...Array.from({ length: 4 }, () => addCredits(database, grant(id))),
  ]
  const spending = Promise.allSettled(Array.from({ length: 60 }, () => start(id)))
  await Promise.all(comesIn)
  const started = (await spending).filter(({ status }) => status === 'fulfilled').length
  const late = await Promise.allSettled(Array.from({ length: 10 }, () => start(id)))

  // 300 refunded and 40 granted, 250 repaid: 90 remain, which pay for three.
  expect(started + late.filter(({ status }) => status === 'fulfilled').length).toBe(3)
  const money = await readMoney(context, id)
  expect(money).toMatchObject({ balance: 0, sum: 0 })
  const repaid = money.entries.filter(({ reason }) => reason === 'repayment')
  expect(repaid.reduce((sum, { credits }) => sum + credits, 0)).toBe(-250)
  expect(await owedBy(id)).toBe(0)
  expect((await verifyLedger(context)).faults).toEqual([])
})

it('takes no more than is added, and leaves nothing to spend until it is repaid', async () => {
  const { id, open } = await debtor(2, 100)
  await Promise.all(open.map(fail))
  expect(await owedBy(id)).toBe(40)
  await expect(start(id)).rejects.toMatchObject({
    refusal: { reason: 'insufficient_credits', current: 0 },
  })
  expect((await verifyLedger(context)).faults).toEqual([])
})

function grant(accountId: string) {
  return { accountId, credits: 10, reason: 'grant', note: null } as const
}
