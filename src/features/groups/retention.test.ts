import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeEach, expect, it } from 'vitest'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { deleteExpired, purgeDeleted } from '#core/history/retention.ts'
import { sendDueMails } from '#core/mail/send-mails.ts'
import { readMoney, startImage, testAccount, testContext } from '#testing/context.ts'
import { finishedWork } from '#testing/finished-generations.ts'
import { fluxDev } from '#testing/models.ts'
import { smtpServer } from '#testing/smtp-server.ts'
import { changeGroupsOf, saveGroup } from './change-groups.ts'
import { GroupFacts } from './contract.ts'

const smtp = await smtpServer()
const mail = { mailer: smtp.mailer, url: 'https://studio.example', operators: [] }
const context = await testContext({ mail, undoTime: 0 })
const { database } = context
const act = { actor: 'ada@example.com', reason: 'because' }

beforeEach(() => {
  smtp.mails.length = 0
})

/** A member of groups that keep generations for so many days; `null`: for good. */
async function member(...days: (number | null)[]) {
  const account = await testAccount(context, { credits: 1000 })
  const groups = days.map(() => `group ${uuid()}`)
  for (const [place, retention_days] of days.entries())
    await saveGroup(context, act, GroupFacts.parse({ name: groups[place], retention_days }))
  await changeGroupsOf(context, act, { name: account.id, groups })
  const input = { prompt: 'a fox', image_size: 'square' }
  const made = async (daysAgo: number, favorite = false) => {
    const id = await finishedWork(context, { accountId: account.id, model: fluxDev, input })
    await sql`update generation set completed_at = now() - ${daysAgo} * interval '1 day',
      is_favorite = ${favorite} where id = ${id}`.execute(database)
    return id
  }
  const left = async () => {
    const { rows } = await sql<{ id: string }>`
      select id from generation where account_id = ${account.id} and deleted_at is null order by id`.execute(
      database,
    )
    return rows.map(({ id }) => id)
  }
  return { ...account, made, left }
}

it('deletes what its groups keep no longer, but for favorites and open ones; the ledger stays', async () => {
  const { id, made, left } = await member(30)
  const kept = [await made(29.9), await made(400, true)]
  const old = [await made(30.1), await made(400)]
  const open = (await startImage(context, id)).id
  const before = await readMoney(context, id)
  await deleteExpired(context)
  expect(await left()).toEqual([...kept, open].toSorted())
  await purgeDeleted(context)
  const { rows } = await sql<{ input: object }>`
    select input from generation where id = any(${old}::uuid[])`.execute(database)
  expect(rows).toEqual([{ input: {} }, { input: {} }])
  expect(await readMoney(context, id)).toEqual(before)
  expect((await verifyLedger(context)).faults).toEqual([])
})

it('keeps for the longest time of its groups, and for good where one has none', async () => {
  const [longest, forever, without] = [await member(10, 60), await member(10, null), await member()]
  for (const { made } of [longest, forever, without]) for (const days of [20, 70]) await made(days)
  await deleteExpired(context)
  expect(await longest.left()).toHaveLength(1)
  expect(await forever.left()).toHaveLength(2)
  expect(await without.left()).toHaveLength(2)
})

it('mails the owner once a week what will be deleted within a week', async () => {
  const { email, made } = await member(30)
  for (const days of [10, 24, 25, 31]) await made(days)
  await made(25, true)
  for (let run = 0; run < 2; run++) {
    await deleteExpired(context)
    await sendDueMails(context)
  }
  const mails = smtp.mails.filter(({ recipients }) => recipients.includes(email))
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({
    subject: '2 of your results will be deleted soon',
    text: expect.stringContaining('https://studio.example/creator/history'),
  })
})
