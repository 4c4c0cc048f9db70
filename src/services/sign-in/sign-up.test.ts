import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { findAccountByEmail } from '#database/queries/accounts/accounts.ts'
import { findInvitation } from '#database/queries/admin/invitations.ts'
import { readMoney, testContext } from '#testing/context.ts'
import { smtpServer } from '#testing/smtp-server.ts'
import { decideApproval } from '../admin/decide-approval.ts'
import { createInvitation, endInvitation } from '../admin/invitations.ts'
import { suspendAccount } from '../admin/suspend-account.ts'
import { verifyLedger } from '../ledger/verify-ledger.ts'
import { sendDueMails } from '../mail/send-mails.ts'
import { fixedSettings } from '../settings/studio-settings.ts'
import { findOwner } from './open-session.ts'
import { hashToken } from './tokens.ts'

const base = await testContext()
const { database } = base
const act = { actor: 'boss@example.com', reason: 'a test' }
const settings = { signup_credits: 10, sign_up: 'invitation' } as const
const invited = { ...base, settings: fixedSettings(settings) }
const approved = { ...base, settings: fixedSettings({ ...settings, sign_up: 'approval' }) }

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

const refusalOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => null,
    ({ reason, refusal }) => reason ?? refusal?.reason,
  )

describe('an invitation', () => {
  it('gives its credits beside those of the sign-up, in the transaction of the account', async () => {
    const { token } = await invite({ credits: 25 })
    const { account, isNew } = await findOwner(invited, person(), {
      invitation: token,
      isTrusted: false,
    })
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
      people.map((each) => findOwner(invited, each, { invitation: token, isTrusted: false })),
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
      Array.from({ length: 5 }, () =>
        findOwner(invited, ada, { invitation: token, isTrusted: false }),
      ),
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
        await findOwner(invited, person(), { invitation: token, isTrusted: false })
        return token
      },
    ],
  ] as const)('that is %s creates no account', async (state, make) => {
    const [token, ada] = [await make(), person()]
    const before = await database.selectFrom('invitation').selectAll().execute()
    expect(await refusalOf(findOwner(invited, ada, { invitation: token, isTrusted: false }))).toBe(
      `invitation_${state}`,
    )
    expect(await findAccountByEmail(database, ada.email)).toBeUndefined()
    expect(await database.selectFrom('invitation').selectAll().execute()).toEqual(before)
  })

  it('changes nothing for a person with an account', async () => {
    const ada = person()
    await findOwner(base, ada)
    const { token } = await invite({ credits: 25 })
    const { account, isNew } = await findOwner(invited, ada, {
      invitation: token,
      isTrusted: false,
    })
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
    const closed = { ...base, settings: fixedSettings({ sign_up: 'closed' }) }
    expect(await refusalOf(createInvitation(closed, act, limits))).toBe('sign_up_closed')
  })
})

describe('a sign-up that needs approval', () => {
  const approve = (name: string) =>
    decideApproval(base, act, { name, isApproved: true, sendsMail: true })
  const reject = (name: string) =>
    decideApproval(base, act, { name, isApproved: false, note: 'no', sendsMail: true })

  it('waits without credits, and gets them once with the approval', async () => {
    const { account } = await findOwner(approved, person())
    expect(account).toMatchObject({ approval: 'waiting', credits: 0 })
    expect(account.suspended_at).not.toBeNull()
    const decisions = await Promise.allSettled([1, 2, 3, 4].map(() => approve(account.id)))
    expect(decisions.map(({ status }) => status).toSorted()).toEqual([
      'fulfilled',
      ...Array.from({ length: 3 }, () => 'rejected'),
    ])
    expect(await readMoney(base, account.id)).toMatchObject({ balance: 10, sum: 10 })
    expect(await findAccountByEmail(database, account.email)).toMatchObject({
      ...{ approval: null, suspended_at: null, awaited_credits: 0 },
    })
    expect(await mailsOf(account.id)).toEqual(['account_approved'])
  })

  it('is rejected with a reason, and only an approval admits it then', async () => {
    const { account } = await findOwner(approved, person())
    expect(await reject(account.id)).toMatchObject({ approval: 'rejected', approval_note: 'no' })
    expect(await refusalOf(reject(account.id))).toBe('not_waiting')
    const resumption = suspendAccount(base, act, { name: account.id, isSuspended: false })
    expect(await refusalOf(resumption)).toBe('not_approved')
    expect((await readMoney(base, account.id)).balance).toBe(0)
    expect(await approve(account.id)).toMatchObject({ approval: null, credits: 10 })
    expect(await mailsOf(account.id)).toEqual(['account_approved', 'account_rejected'])
  })

  it('does not wait with an invitation', async () => {
    const { token } = await invite({ credits: 5 })
    const { account } = await findOwner(approved, person(), { invitation: token, isTrusted: false })
    expect(account).toMatchObject({ approval: null, suspended_at: null, credits: 15 })
  })

  it('tells the operators by mail', async () => {
    const mail = { mailer: { send: async () => undefined }, url: '', operators: ['boss@x.example'] }
    const ada = person()
    await findOwner({ ...approved, mail: mail as never }, ada)
    const rows = await database
      .selectFrom('mail')
      .select(['recipients', 'content'])
      .where('cause', 'like', 'account_waiting %')
      .execute()
    expect(rows).toEqual([
      { recipients: ['boss@x.example'], content: { about: 'account_waiting', email: ada.email } },
    ])
  })

  async function mailsOf(id: string) {
    const rows = await database
      .selectFrom('mail')
      .select('cause')
      .where('cause', 'like', `% ${id}`)
      .orderBy('cause')
      .execute()
    return rows.map(({ cause }) => cause.split(' ')[0])
  }
})

describe('a blocked address', () => {
  const blocking = (...entries: string[]) => ({
    ...base,
    settings: fixedSettings({ blocked_emails: entries }),
  })

  it('neither signs up nor in, by itself, its domain, or the account’s address', async () => {
    const ada = person()
    expect(await refusalOf(findOwner(blocking('example.com'), ada))).toBe('blocked')
    expect(await findAccountByEmail(database, ada.email)).toBeUndefined()
    await findOwner(base, ada)
    const blocked = blocking(ada.email)
    expect(await refusalOf(findOwner(blocked, ada))).toBe('blocked')
    const moved = { ...ada, email: `new-${ada.email}` }
    expect(await refusalOf(findOwner(blocked, moved))).toBe('blocked')
  })

  it('of an operator still signs in', async () => {
    const boss = person()
    const context = { ...blocking('example.com'), admins: new Set([boss.email]) }
    expect((await findOwner(context, boss)).isNew).toBe(true)
  })

  it('of a suspended account cannot sign up with another identity', async () => {
    const ada = person()
    const { account } = await findOwner(base, ada)
    await suspendAccount(base, act, { name: account.id, isSuspended: true })
    // The identity provider now says another address; the account keeps its own.
    await findOwner(base, { ...ada, email: `new-${ada.email}` })
    const again = { ...ada, subject: uuid() }
    expect(await refusalOf(findOwner(base, again))).toBe('taken')
  })
})
