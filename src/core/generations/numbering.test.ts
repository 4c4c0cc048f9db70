import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { deleteGenerations } from '#core/history/delete-generations.ts'
import { kinds } from '#core/models/rules/kinds.ts'
import { testAccount, testContext } from '#testing/context.ts'
import { fluxDev } from '#testing/models.ts'
import { chargeAndInsert } from './queries/start-generation.ts'

const context = await testContext()
const { database } = context

it('numbers concurrent starts without gaps, in their order, and counts them', async () => {
  const accounts = await Promise.all([300, 50].map((credits) => testAccount(context, { credits })))
  const started = await Promise.all(
    Array.from({ length: 400 }, async (_, index) => {
      const id = randomUUID()
      const result = await chargeAndInsert(database, {
        id,
        account_id: accounts[index % 2]?.id ?? '',
        // Some repeat a request id.
        request_id: `${index % 10 === 9 ? index - 2 : index}`,
        kind: kinds[index % 5] ?? 'image',
        generation_type: 'text-to-image',
        model: fluxDev.id,
        providers: ['fal'],
        input: { prompt: 'x' },
        price: 1 + (index % 3),
        requested: 1,
        is_public: true,
        is_sample: false,
        deadline: 60_000,
      })
      if (index % 10 === 0)
        await deleteGenerations(context, {
          accountId: accounts[0]?.id ?? '',
          kind: 'image',
          ids: [id],
        }).catch(() => undefined)
      return result
    }),
  )
  expect(new Set(started.map((result) => (result.charged ? 'charged' : result.reason)))).toEqual(
    new Set(['charged', 'refused', 'same_request']),
  )
  for (const { id } of accounts) {
    const rows = await database
      .selectFrom('generation')
      .select('number')
      .where('account_id', '=', id)
      .orderBy('created_at')
      .execute()
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
  }
  expect((await verifyLedger(context)).faults).toEqual([])
})
