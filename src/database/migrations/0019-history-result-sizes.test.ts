import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { catalogue } from '#catalogue/catalogue.ts'
import { listFacets, listHistory } from '#services/history/list-history.ts'
import { sealBlocks } from '#services/history/maintain-index.ts'
import { verifyLedger } from '#services/ledger/verify-ledger.ts'
import { testAccount, testContext } from '#testing/context.ts'
import { finishedWork } from '#testing/finished-generations.ts'
import { modelInput, uploadedFiles } from '#testing/model-input.ts'
import { gatherBlock } from '../queries/history/texts.ts'
import { up } from './0019-history-result-sizes.ts'

const context = await testContext()
const { database } = context
const model = catalogue.find(({ generationType }) => generationType === 'image-to-image')
if (!model) throw new Error('Nothing makes images from images')

async function owner() {
  const { id: accountId } = await testAccount(context, { credits: 1000 })
  const input = modelInput(
    model as NonNullable<typeof model>,
    await uploadedFiles(context, accountId),
  )
  const results = [{ content_type: 'image/png', width: 640, height: 480 }]
  const make = () =>
    finishedWork(
      context,
      { accountId, model: model as NonNullable<typeof model>, input },
      { results },
    )
  const found = async (size: string) => {
    const { total } = await listHistory(context, {
      accountId,
      kind: 'image',
      page: 1,
      pageSize: 10,
      filters: { size },
    })
    return total
  }
  return { accountId, make, found }
}

it('finds an image made from another by the size of its result', async () => {
  const { accountId, make, found } = await owner()
  await make()
  // The words of earlier records stay gathered while a later one ends.
  expect(await gatherBlock(database, { accountId, kind: 'image', block: 0 })).toBe(true)
  await make()
  expect(
    await database
      .selectFrom('history_text')
      .where('account_id', '=', accountId)
      .select('block')
      .execute(),
  ).toEqual([{ block: 0 }])
  expect([await found('640x480'), await found('480x640')]).toEqual([2, 0])
  expect((await listFacets(context, { accountId, kind: 'image' })).sizes).toEqual(['640x480'])
})

it.each(['open', 'sealed'])('adds the sizes of earlier images in %s blocks', async (state) => {
  const { accountId, make, found } = await owner()
  for (let count = 0; count < 2; count++) await make()
  await sql`update generation set terms = array(select term from unnest(terms) as term where term not like '#size:%')
    where account_id = ${accountId}`.execute(database)
  if (state === 'sealed') {
    await sql`update history_block set is_full = true where account_id = ${accountId}`.execute(
      database,
    )
    expect(await sealBlocks(context)).toBe(1)
  }
  expect(await found('640x480')).toBe(0)
  await database.transaction().execute((transaction) => up(transaction as never))
  expect(await found('640x480')).toBe(2)
  const { faults } = await verifyLedger(context)
  expect(faults.filter(({ fault }) => fault.startsWith('history_terms'))).toEqual([])
})
