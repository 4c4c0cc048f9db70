import { v7 as uuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import { deleteAccount } from '#core/account-data/delete-account.ts'
import { createAccountWithCredits } from '#core/accounts/create-account.ts'
import { takeCredits } from '#core/accounts/queries/admin-accounts.ts'
import { findOwner } from '#core/accounts/sign-in/open-session.ts'
import type { AccountRow } from '#core/accounts/tables.ts'
import { addCredits } from '#core/credits/queries/ledger.ts'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import type { Identity } from '#providers/identity.ts'
import { testSettings } from '#testing/settings.ts'
import {
  checkoutEvent,
  disputeEvent,
  paymentWorld,
  refundEvent,
  type Sale,
} from './test-support.ts'

const world = await paymentWorld()
const { context } = world
const { database } = context

function newIdentity(own: Partial<Identity> = {}): Identity {
  const subject = uuid()
  return {
    issuer: 'https://identity.test',
    subject,
    email: `${subject}@example.com`,
    name: 'Ada',
    ...own,
  }
}

const signIn = async (identity: Identity, signupCredits = 0) => {
  const settings = testSettings({ signup_credits: signupCredits })
  return (await findOwner({ ...context, settings }, identity)).account
}

const read = (id: string): Promise<AccountRow> =>
  database.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Deletes an account as its owner does; erasing its data is tested elsewhere. */
async function deleteOwnAccount({ id }: AccountRow): Promise<void> {
  const account = await read(id)
  await deleteAccount(context, account, account.email)
}

const grant = (accountId: string, credits: number) =>
  addCredits(database, { accountId, credits, reason: 'grant', note: null })

/** An account that bought 1,000 credits and has spent them. */
async function buyer(identity: Identity): Promise<{ account: AccountRow; sale: Sale }> {
  const account = await signIn(identity)
  const sale = await world.begin({ account })
  await world.send(checkoutEvent('completed', sale))
  await takeCredits(database, { accountId: account.id, credits: 1_000, note: 'spent' })
  return { account, sale }
}

/** The same, after its payment was refunded. */
async function debtor(identity: Identity): Promise<AccountRow> {
  const { account, sale } = await buyer(identity)
  await world.send(refundEvent(sale, 999))
  expect(await read(account.id)).toMatchObject({ credits: 0, owed: 1_000 })
  return account
}

async function expectOwed(
  account: AccountRow,
  expected: { credits: number; owed: number },
): Promise<void> {
  expect(await read(account.id)).toMatchObject(expected)
  expect((await verifyLedger(context)).faults).toEqual([])
}

describe('an account with a debt that is deleted', () => {
  it('gets its debt back when its identity signs in again, and later credits repay it', async () => {
    const identity = newIdentity()
    const before = await debtor(identity)
    await deleteOwnAccount(before)
    const after = await signIn(identity)
    expect(after.id).not.toBe(before.id)
    await expectOwed(after, { credits: 0, owed: 1_000 })
    await grant(after.id, 300)
    await expectOwed(after, { credits: 0, owed: 700 })
    await signIn(identity)
    await expectOwed(after, { credits: 0, owed: 700 })
  })

  it('is recognised by its e-mail address in any case and by its subject, and no other identity is', async () => {
    const identity = newIdentity()
    await deleteOwnAccount(await debtor(identity))
    await expectOwed(await signIn(newIdentity()), { credits: 0, owed: 0 })
    await expectOwed(
      await signIn(newIdentity({ issuer: 'https://other.test', subject: identity.subject })),
      {
        credits: 0,
        owed: 0,
      },
    )
    await expectOwed(await signIn(newIdentity({ email: identity.email.toUpperCase() })), {
      credits: 0,
      owed: 1_000,
    })

    const other = newIdentity()
    await deleteOwnAccount(await debtor(other))
    await expectOwed(await signIn({ ...other, email: newIdentity().email }), {
      credits: 0,
      owed: 1_000,
    })
  })

  it('gets the debt back once, however often it is deleted', async () => {
    const identity = newIdentity()
    await deleteOwnAccount(await debtor(identity))
    const second = await signIn(identity)
    await grant(second.id, 250)
    await deleteOwnAccount(second)
    const third = await signIn(identity)
    await expectOwed(third, { credits: 0, owed: 750 })
    await expectOwed(second, { credits: 0, owed: 0 })
    await deleteOwnAccount(third)
    const both = await Promise.all([signIn(identity), signIn(identity)])
    expect(both[0].id).toBe(both[1].id)
    await expectOwed(both[0], { credits: 0, owed: 750 })
  })

  it('transfers the debt to an account that an operator created, once its owner signs in', async () => {
    const identity = newIdentity()
    await deleteOwnAccount(await debtor(identity))
    const { email, name } = identity
    const { account } = await createAccountWithCredits(context, {
      email,
      name,
      credits: 400,
      paid: true,
    })
    await expectOwed(account, { credits: 400, owed: 0 })
    expect((await signIn(identity)).id).toBe(account.id)
    await expectOwed(account, { credits: 0, owed: 600 })
  })

  it('stores nothing that identifies the person', async () => {
    const identity = newIdentity()
    await deleteOwnAccount(await debtor(identity))
    const rows = await database.selectFrom('deleted_identity').selectAll().execute()
    const text = JSON.stringify(
      rows.map((row) => ({ ...row, text: row.identity_hash.toString('utf8') })),
    )
    expect(text).not.toContain(identity.subject)
    const otherKey = { ...context, identityKey: new TextEncoder().encode('another') }
    expect(await read((await findOwner(otherKey, identity)).account.id)).toMatchObject({ owed: 0 })
  })
})

describe('a payment that is refunded after its account was deleted', () => {
  it('becomes a debt of the account that signs in with the identity later', async () => {
    const identity = newIdentity()
    const { account, sale } = await buyer(identity)
    await deleteOwnAccount(account)
    await world.send(disputeEvent(sale, 'needs_response'))
    await expectOwed(account, { credits: 0, owed: 1_000 })
    await expectOwed(await signIn(identity), { credits: 0, owed: 1_000 })
  })

  it('is taken from the current account, and returned to it when the dispute is won', async () => {
    const identity = newIdentity()
    const { account, sale } = await buyer(identity)
    await deleteOwnAccount(account)
    const after = await signIn(identity)
    await grant(after.id, 400)
    await world.send(disputeEvent(sale, 'needs_response'))
    await expectOwed(after, { credits: 0, owed: 600 })
    await world.send(disputeEvent(sale, 'won'))
    await expectOwed(after, { credits: 400, owed: 0 })
    await expectOwed(account, { credits: 0, owed: 0 })
  })

  it('uses the remaining credits of the deleted account first', async () => {
    const identity = newIdentity()
    const { account, sale } = await buyer(identity)
    await grant(account.id, 300)
    await deleteOwnAccount(account)
    const after = await signIn(identity)
    await grant(after.id, 1_000)
    await world.send(refundEvent(sale, 999))
    await expectOwed(account, { credits: 0, owed: 0 })
    await expectOwed(after, { credits: 300, owed: 0 })
  })
})

describe('sign-up credits', () => {
  it('are given once to an identity, however many accounts it deletes', async () => {
    const identity = newIdentity()
    const first = await signIn(identity, 50)
    await expectOwed(first, { credits: 50, owed: 0 })
    await deleteOwnAccount(first)
    const second = await signIn({ ...identity, email: newIdentity().email }, 50)
    await expectOwed(second, { credits: 0, owed: 0 })
    await deleteOwnAccount(second)
    await expectOwed(await signIn(identity, 50), { credits: 0, owed: 0 })
  })

  it('are given to an identity that never had any', async () => {
    const identity = newIdentity()
    await deleteOwnAccount(await signIn(identity))
    await expectOwed(await signIn(identity, 50), { credits: 50, owed: 0 })
  })
})
