import type { Config } from '../config.ts'
import { doubtful, type Finding, right, unused, wordsOf, wrong } from './finding.ts'

/** Checks that the SMTP server takes our connection and password. Sends nothing. */
export async function checkMail({ smtp, admins }: Config): Promise<Finding> {
  if (!smtp) return unused('SMTP_URL is not set: no mails are sent')
  const { host } = new URL(smtp.url)
  const { createSmtp } = await import('#providers/smtp.ts')
  try {
    await createSmtp(smtp).verify()
  } catch (error) {
    return wrong(
      `${host}: ${wordsOf(error)}.`,
      'Compare address, port and password in SMTP_URL with those of your mail provider.',
    )
  }
  return admins.size > 0
    ? right(`${host} takes mails from ${smtp.from.address}`)
    : doubtful(`${host} takes mails; without ADMIN_EMAILS alerts are sent to no one`)
}
