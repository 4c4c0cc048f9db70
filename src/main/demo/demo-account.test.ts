import { mediaRenderer } from '@atelier/demo-world/media-renderer'
import { plainRenderer } from '@atelier/demo-world/plain-renderer'
import { expect, it } from 'vitest'
import { deleteAccount } from '#core/account-data/delete-account.ts'
import { findOrCreateAccount } from '#core/accounts/create-account.ts'
import { findAccountByEmail } from '#core/accounts/queries/accounts.ts'
import { listHistory } from '#core/history/list-history.ts'
import { findInputs, findOutputs } from '#core/media/queries/media.ts'
import { hasFiles, kinds } from '#core/models/rules/kinds.ts'
import { readMoney, testContext } from '#testing/context.ts'
import { createDemoAccount, recordSamplesOf } from './demo-account.ts'

const context = await testContext()

it('starts paid, with 10,000 credits and a few finished records in each history', async () => {
  const id = (await createDemoAccount(context)) ?? ''
  await recordSamplesOf(
    plainRenderer(mediaRenderer.video),
    context,
    id,
    new AbortController().signal,
  )

  expect(await readMoney(context, id)).toMatchObject({ balance: 10_000, sum: 10_000 })
  const listed = await Promise.all(
    kinds.map((kind) => listHistory(context, { accountId: id, kind, page: 1, pageSize: 50 })),
  )
  for (const [index, { generations }] of listed.entries()) {
    expect(generations.length, kinds[index]).toBeGreaterThan(0)
    for (const { row } of generations) {
      expect(row).toMatchObject({
        status: 'completed',
        is_sample: true,
        answer: hasFiles(row.kind) ? null : expect.any(String),
        transcript: row.kind === 'transcription' ? expect.any(Object) : null,
      })
    }
  }
  const rows = listed.flatMap(({ generations }) => generations.map(({ row }) => row))
  const [inputs, outputs] = [
    await findInputs(context.database, rows),
    await findOutputs(context.database, rows),
  ]
  expect(inputs.length).toBeGreaterThan(4)
  expect(new Set(outputs.map(({ content_type }) => content_type.split('/')[0]))).toEqual(
    new Set(['image', 'video', 'audio', 'model']),
  )
  expect(await createDemoAccount(context)).toBeNull()

  // No person started the samples, so none of them is charged.
  expect(await entriesOf(id)).toEqual([{ reason: 'grant', credits: 10_000 }])
})

function entriesOf(accountId: string) {
  return context.database
    .selectFrom('credit_entry')
    .select(['reason', 'credits'])
    .where('account_id', '=', accountId)
    .orderBy('number')
    .execute()
}

it('is created again after it was deleted, with or without a sign-in with its address since', async () => {
  const email = 'demo@atelier.example'
  for (const isBack of [false, true]) {
    await createDemoAccount(context)
    const before = await findAccountByEmail(context.database, email)
    if (!before) throw new Error('There is no demo account')
    await deleteAccount(context, before, email)
    if (isBack) await findOrCreateAccount(context, { email, name: null })
    const id = await createDemoAccount(context)
    expect(id).not.toBeNull()
    expect(id).not.toBe(before.id)
    expect(await findAccountByEmail(context.database, email)).toMatchObject({ role: 'owner' })
    expect(await readMoney(context, id ?? '')).toMatchObject({ balance: 10_000, sum: 10_000 })
    expect(await createDemoAccount(context)).toBeNull()
  }
  await context.background.idle()
})

it('stops when its signal aborts', async () => {
  const stopped = AbortSignal.abort()
  await recordSamplesOf(plainRenderer(mediaRenderer.video), context, 'nobody', stopped)
})
