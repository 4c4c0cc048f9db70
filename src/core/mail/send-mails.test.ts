import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { deleteAccount } from '#core/account-data/delete-account.ts'
import { checkLedger } from '#core/credits/check-ledger.ts'
import { detectProviderOutage } from '#core/generations/steps/provider-outage.ts'
import { confirmStorageOutage } from '#core/media/storage-outage.ts'
import { StorageUnavailable } from '#platform/storage/storage.ts'
import { ProviderError } from '#providers/provider.ts'
import { falOf, testAccount, testContext } from '#testing/context.ts'
import { testSettings } from '#testing/settings.ts'
import { smtpServer } from '#testing/smtp-server.ts'
import { queueMail } from './queries.ts'
import { type MailContent, mailRetryDelay, maxMailAttempts } from './rules.ts'
import { deleteOldMails, sendDueMails } from './send-mails.ts'

const smtp = await smtpServer()
const mail = { mailer: smtp.mailer, url: 'https://studio.example', operators: ['op@example.com'] }
const context = await testContext({ mail })
const { database } = context

beforeEach(async () => {
  await sql`delete from mail`.execute(database)
  smtp.mails.length = 0
  smtp.rules.refuse = () => null
})

const approval: MailContent = { about: 'account_approved', credits: 120 }

const queue = (more: { cause?: string; language?: string; content?: MailContent } = {}) =>
  queueMail(database, {
    ...{ cause: `x ${randomUUID()}`, recipients: ['person@example.com'], language: null },
    ...{ content: approval, ...more },
  })

const rows = () => database.selectFrom('mail').selectAll().execute()

/** As if the pause of every mail were over. */
const makeDue = () => sql`update mail set due_at = now() where due_at is not null`.execute(database)

it('begins with the logo of the studio, and its name for those who see no images', async () => {
  const logo = `data:image/png;base64,${Buffer.from('a logo').toString('base64')}`
  const settings = testSettings({ logo, studio_name: 'A "B" <c>' })
  await queue()
  await sendDueMails({ ...context, settings })
  await queue()
  await sendDueMails(context)
  expect(smtp.mails[0]?.html).toContain(
    '<img src="https://studio.example/api/settings/logo/current.png" alt="A &quot;B&quot; &lt;c&gt;"',
  )
  expect(smtp.mails[1]?.html).not.toContain('<img')
})

it('sends a mail in the account’s language, once for its cause, and forgets its contents', async () => {
  await queue({ cause: 'approval p-1', language: 'zh' })
  await queue({ cause: 'approval p-1' })
  await Promise.all([sendDueMails(context), sendDueMails(context)])
  expect(smtp.mails).toHaveLength(1)
  expect(smtp.mails[0]).toMatchObject({
    recipients: ['person@example.com'],
    subject: '您的账户已通过审核',
    text: expect.stringContaining('管理员已批准您的账户，现在即可登录使用。已到账积分：120。'),
    html: expect.stringContaining('<a href="https://studio.example/zh">'),
  })
  expect(await rows()).toMatchObject([
    { cause: 'approval p-1', recipients: [], content: null, due_at: null, error: null },
  ])
  await queue({ cause: 'approval p-1' })
  await sendDueMails(context)
  expect(smtp.mails).toHaveLength(1)
})

it('tries again after a pause while the server refuses, under the same Message-ID', async () => {
  smtp.rules.refuse = () => 451
  await queue({ cause: 'approval p-2' })
  await sendDueMails(context)
  const [row] = await rows()
  expect(row).toMatchObject({ attempts: 1, recipients: ['person@example.com'], ended_at: null })
  expect(row?.error).toContain('451')
  expect(row?.due_at?.getTime()).toBeGreaterThan(Date.now() + mailRetryDelay(1) / 2)
  await sendDueMails(context)
  expect((await rows())[0]?.attempts).toBe(1)

  smtp.rules.refuse = () => null
  await makeDue()
  await sendDueMails(context)
  expect(smtp.mails).toHaveLength(1)
  const first = smtp.mails[0]?.headers['message-id']
  await sql`delete from mail`.execute(database)
  await queue({ cause: 'approval p-2' })
  await sendDueMails(context)
  expect(smtp.mails[1]?.headers['message-id']).toBe(first)
})

it('gives up what is refused for good, or too often', async () => {
  smtp.rules.refuse = () => 550
  await queue()
  await sendDueMails(context)
  expect(await rows()).toMatchObject([{ attempts: 1, due_at: null, content: null }])
  await sql`delete from mail`.execute(database)

  smtp.rules.refuse = () => 451
  await queue()
  for (let attempt = 1; attempt <= maxMailAttempts; attempt++) {
    await makeDue()
    await sendDueMails(context)
  }
  expect(await rows()).toMatchObject([{ attempts: maxMailAttempts, due_at: null, content: null }])
})

it('sends a mail again whose worker died, after its lease', async () => {
  await queue()
  await sql`update mail set attempts = 1, due_at = now() - interval '1 ms'`.execute(database)
  await sendDueMails(context)
  expect(smtp.mails).toHaveLength(1)
})

it('waits longer after each attempt, for about three days', () => {
  expect([1, 2, 3].map(mailRetryDelay)).toEqual([60_000, 120_000, 240_000])
  const attempts = Array.from({ length: maxMailAttempts - 1 }, (_, index) => index + 1)
  const hours = attempts.reduce((sum, each) => sum + mailRetryDelay(each), 0) / 3_600_000
  expect(hours).toBeGreaterThan(36)
  expect(hours).toBeLessThan(96)
})

it('writes what a provider said as text, never as markup or as a header', async () => {
  const detail = '<b>x</b>\r\nBcc: c@example.com'
  const content = { about: 'provider_outage', provider: 'fal\r\nBcc: c@x.y', code: 'a', detail }
  await queue({ content: content as MailContent })
  await sendDueMails(context)
  expect(smtp.mails[0]?.html).toContain('&lt;b&gt;x&lt;/b&gt;')
  expect(smtp.mails[0]?.headers).not.toHaveProperty('bcc')
  expect(smtp.mails[0]?.subject).toBe('Provider fal Bcc: c@x.y rejects the account')
})

it('tells of a deleted account at its last address, and forgets other mails to it', async () => {
  const account = await testAccount(context)
  await database
    .insertInto('mail')
    .values({
      ...{ cause: 'approval p-9', recipients: [account.email], language: null },
      content: JSON.stringify(approval),
    })
    .execute()
  await deleteAccount(context, account, account.email)
  await sendDueMails(context)
  expect(smtp.mails).toMatchObject([
    { recipients: [account.email], subject: 'Your account was deleted' },
  ])
})

it('tells the operators of an outage, once an hour', async () => {
  const details = { delivery: 'refused', retryable: false, httpStatus: 403 } as const
  for (let times = 0; times < 2; times++) {
    const error = new ProviderError('provider_funds', 'Exhausted balance', details)
    await detectProviderOutage(context, falOf(context), error)
    await sql`delete from provider_outage`.execute(database)
  }
  await sendDueMails(context)
  expect(smtp.mails).toMatchObject([
    {
      recipients: ['op@example.com'],
      subject: 'Provider fal rejects the account',
      text: expect.stringMatching(/Exhausted balance[\s\S]*https:\/\/studio\.example\/admin/),
    },
  ])
})

it('tells the operators that storage is unavailable', async () => {
  const write = () => Promise.reject(new StorageUnavailable('The disk is full'))
  await confirmStorageOutage({ ...context, storage: { ...context.storage, write } })
  await sql`delete from storage_outage`.execute(database)
  await sendDueMails(context)
  expect(smtp.mails).toMatchObject([
    { subject: 'Storage is unavailable', text: expect.stringContaining('The disk is full') },
  ])
})

it('tells the operators of faults in the ledger', async () => {
  const { id } = await testAccount(context)
  await checkLedger(context, 'daily')
  await sql`update account set credits = credits + 1 where id = ${id}`.execute(database)
  await checkLedger(context, 'daily')
  await sql`update account set credits = credits - 1 where id = ${id}`.execute(database)
  await sendDueMails(context)
  expect(smtp.mails).toMatchObject([
    { recipients: ['op@example.com'], subject: 'The ledger has 1 faults' },
  ])
})

it('queues nothing where no mails are sent, and forgets old ones', async () => {
  const silent = await testContext()
  const account = await testAccount(silent)
  await deleteAccount(silent, account, account.email)
  expect(await rows()).toEqual([])
  await sql`insert into mail (cause, recipients, due_at, ended_at) values
    ('old', '{}', null, now() - interval '31 days'), ('new', '{}', null, now())`.execute(database)
  await deleteOldMails(context)
  expect((await rows()).map(({ cause }) => cause)).toEqual(['new'])
})
