import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { changeAccount } from '#core/accounts/change-account.ts'
import { sendDueMails } from '#core/mail/send-mails.ts'
import { testClient, testServer } from '#testing/server.ts'
import { smtpServer } from '#testing/smtp-server.ts'

const { mails, mailer } = await smtpServer()
const mail = { mailer, url: 'https://studio.example', operators: [] }
const server = await testServer({ delayMs: 1_000 }, { mail })
const { database } = server.context

beforeEach(async () => {
  await sql`delete from mail`.execute(database)
  mails.length = 0
})

/** Makes an image that seems to have been started two minutes ago; returns the queued causes. */
async function makeSlowly({
  wishes = true,
  minutes = 2,
  prompt = 'a fox',
  isWatched = false,
} = {}) {
  const client = await testClient(server, { credits: 100 })
  const { id: accountId, email } = client.account
  await changeAccount(server.context, accountId, { mail_when_finished: wishes, language: 'zh' })
  const account = await client.request('GET', '/api/account')
  expect(account.body.mail_when_finished).toBe(wishes)
  const headers = { authorization: `Bearer ${client.key}` }
  const stream = isWatched ? await server.app.request('/api/events', { headers }) : null
  const create = { model: 'flux-schnell', image_size: 'square', prompt }
  const { body } = await client.request('POST', '/api/image-generation/create', create)
  await sql`update generation set created_at = created_at - ${minutes} * interval '1 minute'
    where id = ${body.id}`.execute(database)
  const status = async () =>
    (await client.request('GET', `/api/generations/${body.id}`)).body.status as string
  await expect.poll(status, { timeout: 20_000 }).not.toMatch(/pending|processing/)
  const causes = async () =>
    (await database.selectFrom('mail').select('cause').execute()).map(({ cause }) => cause)
  return { id: body.id as string, email, causes, close: () => stream?.body?.cancel() }
}

it('sends a mail about a long job while no page is open, once', async () => {
  const { id, email, causes } = await makeSlowly()
  expect(await causes()).toEqual([`generation_ended ${id}`])
  await sendDueMails(server.context)
  expect(mails).toEqual([])
  await sql`update mail set due_at = now()`.execute(database)
  await sendDueMails(server.context)
  expect(mails).toMatchObject([
    {
      recipients: [email],
      subject: '已完成：图片',
      text: expect.stringContaining('https://studio.example/zh/account'),
    },
  ])
  expect(mails[0]?.raw).not.toContain('a fox')
})

it('withdraws the mail where a page is open', async () => {
  const { causes, close } = await makeSlowly({ isWatched: true })
  await expect.poll(causes).toEqual([])
  await close()
})

it.each([
  ['of a short job', { minutes: 0 }],
  ['to an account that does not want it', { wishes: false }],
])('queues none %s', async (_which, how) => {
  const { causes } = await makeSlowly(how)
  expect(await causes()).toEqual([])
})
