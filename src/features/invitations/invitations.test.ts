import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { findAccountByEmail } from '#core/accounts/queries/accounts.ts'
import { findOwner } from '#core/accounts/sign-in/open-session.ts'
import { hashToken } from '#core/accounts/sign-in/tokens.ts'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { sendDueMails } from '#core/mail/send-mails.ts'
import { readMoney, testContext } from '#testing/context.ts'
import { testSettings } from '#testing/settings.ts'
import { smtpServer } from '#testing/smtp-server.ts'
import { createInvitation, endInvitation } from './manage-invitations.ts'
import { findInvitation } from './queries.ts'

const base = await testContext()
const { database } = base
const act = { actor: 'boss@example.com', reason: 'a test' }
const settings = { signup_credits: 10, sign_up: 'invitation' } as const
const invited = { ...base, settings: testSettings(settings) }
const approved = { ...base, settings: testSettings({ ...settings, sign_up: 'approval' }) }

function person() {
  const subject = uuid()
  const email = `${subject}@example.com`
  return { issuer: 'https://identity.test', subject, email, name: 'Ada' }
}

const limits = { uses: 1, days: 1, credits: 0, note: null, email: null, sendsMail: true }
const invite = (own: Partial<Parameters<typeof createInvitation>[2]> = {}) =>
  createInvitation(invited, act, { ...limits, ...own })

const read = async (token: string) => {
  const found = await findInvitation(database, hashToken(token))
  if (!found) throw new Error('There is no such invitation')
  return found
}

const bringing = (token: string) => ({
  pass: { parameter: 'invitation', token },
  isTrusted: false,
})

const refusalOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => null,
    ({ reason, refusal }) => reason ?? refusal?.reason,
  )

describe('an invitation', () => {
  it('gives its credits beside those of the sign-up, in the transaction of the account', async () => {
    const { token } = await invite({ credits: 25 })
    const { account, isNew } = await findOwner(invited, person(), bringing(token))
    expect({ isNew, credits: account.credits, waits: account.approval }).toEqual({
      ...{ isNew: true, credits: 35, waits: null },
    })
    expect(await readMoney(base, account.id)).toMatchObject({ balance: 35, sum: 35 })
    expect(await read(token)).toMatchObject({ used: 1 })
    expect((await verifyLedger(base)).faults).toEqual([])
  })

  it('of one use makes one account of twenty at once', async () => {
    const { token } = await invite()
    const people = Array.from({ length: 20 }, person)
    const attempts = await Promise.allSettled(
      people.map((each) => findOwner(invited, each, bringing(token))),
    )
    const refused = attempts.flatMap((attempt) =>
      attempt.status === 'rejected' ? [attempt.reason.reason as unknown] : [],
    )
    expect(refused).toEqual(Array.from({ length: 19 }, () => 'invitation_used_up'))
    const found = await Promise.all(people.map(({ email }) => findAccountByEmail(database, email)))
    expect(found.filter(Boolean)).toHaveLength(1)
    expect(await read(token)).toMatchObject({ uses: 1, used: 1 })
  })

  it('is taken once by a person who signs in several times at once', async () => {
    const { token } = await invite({ uses: 5, credits: 7 })
    const ada = person()
    const found = await Promise.all(
      Array.from({ length: 5 }, () => findOwner(invited, ada, bringing(token))),
    )
    expect(new Set(found.map(({ account }) => account.id)).size).toBe(1)
    expect(await read(token)).toMatchObject({ used: 1 })
    expect((await readMoney(base, found[0]?.account.id ?? '')).balance).toBe(17)
  })

  it.each([
    ['unknown', async () => 'x'.repeat(43)],
    [
      'revoked',
      async () => {
        const { invitation, token } = await invite()
        await endInvitation(base, act, invitation.id)
        return token
      },
    ],
    [
      'expired',
      async () => {
        const { invitation, token } = await invite()
        await sql`update invitation set expires_at = now() where id = ${invitation.id}`.execute(
          database,
        )
        return token
      },
    ],
    [
      'used_up',
      async () => {
        const { token } = await invite()
        await findOwner(invited, person(), bringing(token))
        return token
      },
    ],
  ] as const)('that is %s creates no account', async (state, make) => {
    const [token, ada] = [await make(), person()]
    const before = await database.selectFrom('invitation').selectAll().execute()
    expect(await refusalOf(findOwner(invited, ada, bringing(token)))).toBe(`invitation_${state}`)
    expect(await findAccountByEmail(database, ada.email)).toBeUndefined()
    expect(await database.selectFrom('invitation').selectAll().execute()).toEqual(before)
  })

  it('changes nothing for a person with an account', async () => {
    const ada = person()
    await findOwner(base, ada)
    const { token } = await invite({ credits: 25 })
    const { account, isNew } = await findOwner(invited, ada, bringing(token))
    expect({ isNew, credits: account.credits }).toEqual({ isNew: false, credits: 0 })
    expect(await read(token)).toMatchObject({ used: 0 })
  })

  it('is mailed where an operator says so, and its link is forgotten with the mail', async () => {
    const smtp = await smtpServer()
    const mail = { mailer: smtp.mailer, url: 'https://studio.example', operators: [] }
    const { token } = await invite({ email: 'ada@example.com', days: 3 })
    await sendDueMails({ ...base, mail })
    expect(smtp.mails).toMatchObject([
      {
        recipients: ['ada@example.com'],
        subject: 'You are invited',
        text: expect.stringMatching(
          new RegExp(`counts for 3 days[^]*https://studio\\.example/join/${token}`),
        ),
      },
    ])
    const kept = await database.selectFrom('mail').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain(token)
    const unsent = invite({ email: 'ada@example.com', sendsMail: false })
    expect(await refusalOf(unsent)).toBe('mail_not_set_up')
  })

  it('cannot be created where no one may sign up', async () => {
    const closed = { ...base, settings: testSettings({ sign_up: 'closed' }) }
    expect(await refusalOf(createInvitation(closed, act, limits))).toBe('sign_up_closed')
  })

  it('makes an account that does not wait for approval', async () => {
    const { token } = await invite({ credits: 5 })
    const { account } = await findOwner(approved, person(), bringing(token))
    expect(account).toMatchObject({ approval: null, suspended_at: null, credits: 15 })
  })
})
