import { expect, it } from 'vitest'
import { deleteGenerations } from '#core/history/delete-generations.ts'
import { builtInModels } from '#core/models/rules/catalogue.ts'
import { testAccount, testContext } from '#testing/context.ts'
import { finishedWork } from '#testing/finished-generations.ts'
import { fluxDev } from '#testing/models.ts'
import { listNewest, readNewestCursor } from './list-newest.ts'

const context = await testContext()
const [speech] = builtInModels.filter(({ id }) => id === 'eleven-v3')

async function makeAccount() {
  const { id: accountId } = await testAccount(context, { credits: 1_000 })
  const image = (status: 'completed' | 'failed' = 'completed') =>
    finishedWork(context, { accountId, model: fluxDev, input: { prompt: 'a fox' } }, { status })
  const audio = () => {
    if (!speech) throw new Error('No model')
    return finishedWork(context, { accountId, model: speech, input: { text: 'a', voice: 'Alice' } })
  }
  const page = async (cursor: string | null, limit = 2, hasResult = false) => {
    const after = cursor === null ? {} : readNewestCursor(cursor)
    if (!after) throw new Error('No cursor')
    const { generations, next } = await listNewest(context, { accountId, after, hasResult, limit })
    return { ids: generations.map(({ row }) => row.id), next }
  }
  return { accountId, image, audio, page }
}

it('lists all kinds newest first, page by page, whatever is started between', async () => {
  const { image, audio, page } = await makeAccount()
  const made = [await image(), await audio(), await image(), await image(), await audio()]
  const expected = made.toReversed()
  const first = await page(null)
  expect(first.ids).toEqual(expected.slice(0, 2))
  await image()
  await audio()
  const second = await page(first.next)
  expect(second.ids).toEqual(expected.slice(2, 4))
  const third = await page(second.next)
  expect(third).toEqual({ ids: expected.slice(4), next: null })
})

it('leaves out deleted ones and, where asked, those without a result', async () => {
  const { accountId, image, page } = await makeAccount()
  const [kept, deleted] = [await image(), await image()]
  const failed = await image('failed')
  await deleteGenerations(context, { accountId, kind: 'image', ids: [deleted] })
  expect((await page(null, 5)).ids).toEqual([failed, kept])
  expect(await page(null, 5, true)).toEqual({ ids: [kept], next: null })
})

it('lists nothing of another account', async () => {
  const owner = await makeAccount()
  await owner.image()
  const other = await makeAccount()
  expect(await other.page(null)).toEqual({ ids: [], next: null })
})

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

it.each([
  ['an empty text', ''],
  ['no base64', '{"image":1}'],
  ['no JSON', Buffer.from('x').toString('base64url')],
  ['a list', encode([1])],
  ['an unknown kind', encode({ cats: 1 })],
  ['a name of every object', encode({ constructor: 1 })],
  ['a negative number', encode({ image: -1 })],
  ['a number that PostgreSQL does not have', encode({ image: 2 ** 31 })],
  ['a fraction', encode({ image: 1.5 })],
  ['a text for a number', encode({ image: '1' })],
  ['a long one', encode({ image: 1 }) + 'A'.repeat(1_000_000)],
])('takes no cursor that is %s', (_, cursor) => {
  expect(readNewestCursor(cursor)).toBe(null)
})
