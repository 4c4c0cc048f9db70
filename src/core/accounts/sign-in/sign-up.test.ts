import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { readMoney, testContext } from '#testing/context.ts'
import { testSettings } from '#testing/settings.ts'
import { decideApproval } from '../decide-approval.ts'
import { findAccountByEmail } from '../queries/accounts.ts'
import { suspendAccount } from '../suspend-account.ts'
import { findOwner } from './open-session.ts'

const base = await testContext()
const { database } = base
const act = { actor: 'boss@example.com', reason: 'a test' }
const approved = {
  ...base,
  settings: testSettings({ signup_credits: 10, sign_up: 'approval' }),
}

function person() {
  const subject = uuid()
  const email = `${subject}@example.com`
  return { issuer: 'https://identity.test', subject, email, name: 'Ada' }
}

const refusalOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => null,
    ({ reason, refusal }) => reason ?? refusal?.reason,
  )

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
    settings: testSettings({ blocked_emails: entries }),
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
