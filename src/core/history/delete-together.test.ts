import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { refundGeneration } from '#core/generations/refund-generation.ts'
import { startGeneration } from '#core/generations/start-generation.ts'
import { findModel } from '#core/models/rules/catalogue.ts'
import { readMoney, testAccount, testContext } from '#testing/context.ts'
import { finishedWork } from '#testing/finished-generations.ts'
import { markFavorite } from './change-records.ts'
import { deleteGenerations, restoreGenerations } from './delete-generations.ts'
import { listHistory } from './list-history.ts'
import { indexHistories } from './maintain-index.ts'
import { purgeDeleted } from './retention.ts'

const context = await testContext({ autoRefund: false })
const { database } = context
const model = findModel('flux-schnell')
if (!model) throw new Error('No model')
const kind = 'image' as const
const failure = { code: 'provider_error', message: null } as const

it('concurrent deleting, restoring, purging, marking, refunding and starting keep every count right', async () => {
  const account = await testAccount(context, { credits: 100_000 })
  const accountId = account.id
  const input = { prompt: 'a fox', image_size: 'square' }
  const ids: string[] = []
  for (let index = 0; index < 40; index++) {
    const ending = index % 2 ? ({ status: 'failed', failure } as const) : {}
    ids.push(await finishedWork(context, { accountId, model, input }, ending))
  }
  // Two blocks, so that a call about many records changes both; numbers in between are unused.
  await sql`update generation set number = number + 1000 where account_id = ${accountId}`.execute(
    database,
  )
  await sql`update account set last_number = last_number + 1000 where id = ${accountId}`.execute(
    database,
  )
  expect((await indexHistories(context, accountId)).sealed).toBe(1)

  const some = (from: number, step: number) =>
    ids.filter((_, index) => index % step === from % step)
  const actsOf = (round: number) => [
    deleteGenerations(context, { accountId, kind, ids: some(round, 3) }),
    deleteGenerations(context, { accountId, kind, ids: some(round, 4).toReversed() }),
    restoreGenerations(context, { accountId, ids: some(round + 1, 2) }),
    purgeSome(accountId),
    ...some(round, 5).map((id) => refundGeneration(context, { accountId, name: id, reason: null })),
    ...some(round, 6).map((id) =>
      markFavorite(context, {
        accountId,
        kind,
        id,
        isFavorite: round % 2 === 0,
        tags: [String(round)],
      }),
    ),
    startGeneration(context, { accountId, model, input, requestId: undefined, isPublic: true }),
  ]
  // Five rounds at once: of more, a slow database lets some wait for a connection for too long.
  for (let round = 0; round < 25; round += 5) {
    const acts = [0, 1, 2, 3, 4].flatMap((more) => actsOf(round + more))
    const broken = (await Promise.allSettled(acts)).flatMap((act) =>
      act.status === 'rejected' && act.reason?.name !== 'Refused' ? [String(act.reason)] : [],
    )
    expect(broken).toEqual([])
  }

  const { faults } = await verifyLedger(context)
  expect(faults.filter(({ fault }) => fault !== 'numbers_differ')).toEqual([])
  const { balance, sum } = await readMoney(context, accountId)
  expect(balance).toBe(sum)
  const { rows } = await sql<{ total: number; favorites: number; creditsUsed: number }>`
    select count(*)::int as total, (count(*) filter (where is_favorite))::int as favorites,
      coalesce(sum(price - refunded), 0)::int as "creditsUsed"
    from generation where account_id = ${accountId} and deleted_at is null`.execute(database)
  expect((await listHistory(context, { accountId, kind, page: 1, pageSize: 100 })).stats).toEqual(
    rows[0],
  )
})

/** Now and then ends the time to undo of some records. */
async function purgeSome(accountId: string): Promise<void> {
  await sql`update purge set purge_at = now() from generation
    where purge.account_id = ${accountId} and generation.account_id = ${accountId}
      and generation_id = id and number % 7 = 0`.execute(database)
  await purgeDeleted(context)
}
