import { expect, it } from 'vitest'
import { freePort } from '#testing/free-port.ts'
import { smtpServer } from '#testing/smtp-server.ts'
import type { Mail } from './mail.ts'
import { createSmtp } from './smtp.ts'

const { mails, mailer, rules } = await smtpServer()

const mail = (more: Partial<Mail> = {}): Mail => ({
  id: 'id-1',
  to: ['person@example.com'],
  subject: '收据 “one”',
  text: 'Hello\nthere 你好',
  html: '<p>Hello</p>',
  ...more,
})

it('sends a mail as text and as HTML, in any script', async () => {
  await mailer.verify()
  await mailer.send(mail({ to: ['a@example.com', 'b@example.com'] }))
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({
    recipients: ['a@example.com', 'b@example.com'],
    subject: '收据 “one”',
    text: expect.stringMatching(/^Hello\nthere 你好\s*$/),
    html: expect.stringContaining('<p>Hello</p>'),
    from: { name: 'Our Studio', address: 'studio@example.com' },
    headers: { 'message-id': '<id-1@example.com>', 'auto-submitted': 'auto-generated' },
  })
})

it.each([
  { to: ['a@example.com\r\nBcc: c@example.com'] },
  { to: ['a@example.com, c@example.com'] },
  { to: ['a@example.com', 'x <c@example.com>'] },
  { to: ['a@example.com>\r\nRCPT TO:<c@example.com'] },
  { to: ['no-address'] },
  { to: [`${'x'.repeat(250)}@example.com`] },
  { to: [] },
  { subject: 'Hello\r\nBcc: c@example.com' },
  { subject: 'Hello\nthere' },
  { subject: 'Hello\u0000' },
  { id: 'x>\r\nBcc: c@example.com' },
])('sends nothing with %j', async (unsafe) => {
  const before = mails.length
  await expect(mailer.send(mail(unsafe))).rejects.toMatchObject({ isPermanent: true })
  expect(mails).toHaveLength(before)
})

it('writes no header for what a text or a sender’s name says', async () => {
  const text = 'x\r\nBcc: c@example.com\r\n.\r\nMAIL FROM:<c@example.com>\r\n'
  await mailer.send(mail({ text }))
  const last = mails.at(-1)
  expect(last?.recipients).toEqual(['person@example.com'])
  expect(last?.headers).not.toHaveProperty('bcc')
  expect(last?.text).toContain('MAIL FROM:<c@example.com>')
})

it.each([
  [550, true],
  [451, false],
])('tells by status %i whether a recipient is refused for good: %s', async (code, isPermanent) => {
  rules.refuse = () => code
  await expect(mailer.send(mail())).rejects.toMatchObject({ name: 'MailError', isPermanent })
  rules.refuse = () => null
})

it('may be tried again where the server cannot be reached', async () => {
  const url = `smtp://127.0.0.1:${await freePort()}`
  const away = createSmtp({ url, from: { name: '', address: 'studio@example.com' } })
  await expect(away.send(mail())).rejects.toMatchObject({ name: 'MailError', isPermanent: false })
  await expect(away.verify()).rejects.toMatchObject({ name: 'MailError' })
})
