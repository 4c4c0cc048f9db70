import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { closeAccount, noFeatureRows } from '#core/account-data/delete-account-queries.ts'
import { testDatabase } from '#testing/database/database.ts'
import { countLockWaits } from '#testing/database/sessions.ts'
import {
  findAccountByEmail,
  findAccountByIdentity,
  followEmail,
  insertAccount,
  linkIdentity,
} from './accounts.ts'

const database = await testDatabase()

const ownerOf = (email: string) => ({ issuer: 'i', subject: randomUUID(), email, name: null })

async function accountOf(owner: ReturnType<typeof ownerOf>) {
  const account = await insertAccount(database, { id: randomUUID(), ...owner })
  if (!account) throw new Error('The e-mail address is taken')
  return (await linkIdentity(database, account.id, owner)) ?? account
}

/** The owner signs in with what the identity provider says by now. */
async function returnAs(owner: ReturnType<typeof ownerOf>) {
  const account = await findAccountByIdentity(database, owner)
  return account && followEmail(database, account, owner)
}

it('an account follows a changed e-mail address, and frees the earlier one', async () => {
  const owner = ownerOf('first@example.com')
  const { id } = await accountOf(owner)
  const moved = await returnAs({ ...owner, email: 'Second@example.com' })
  expect(moved).toMatchObject({ id, email: 'Second@example.com' })
  expect((await findAccountByEmail(database, 'second@example.com'))?.id).toBe(id)
  expect(await findAccountByEmail(database, 'first@example.com')).toBeUndefined()
  expect((await accountOf(ownerOf('first@example.com'))).id).not.toBe(id)
})

it('an address that another account has is not copied', async () => {
  const [one, other] = [ownerOf('one@example.com'), ownerOf('other@example.com')]
  const accounts = [await accountOf(one), await accountOf(other)]
  const found = await returnAs({ ...one, email: other.email })
  expect(found).toMatchObject({ id: accounts[0]?.id, email: one.email })
  expect((await findAccountByEmail(database, other.email))?.id).toBe(accounts[1]?.id)
})

it('a suspended account keeps its address, so that it cannot be signed up with again', async () => {
  const owner = ownerOf('kept@example.com')
  const { id } = await accountOf(owner)
  const suspended = { suspended_at: new Date() }
  await database.updateTable('account').set(suspended).where('id', '=', id).execute()
  const returned = await returnAs({ ...owner, email: 'fresh@example.com' })
  expect(returned).toMatchObject({ id, email: owner.email })
  expect((await findAccountByEmail(database, owner.email))?.id).toBe(id)
})

it('a deletion at the same time leaves no name behind', async () => {
  const owner = ownerOf('gone@example.com')
  const { id } = await accountOf(owner)
  const deletion = await database.startTransaction().execute()
  await deletion
    .updateTable('account')
    .set({ deleted_at: new Date() })
    .where('id', '=', id)
    .execute()
  const moving = returnAs({ ...owner, email: 'late@example.com' })
  await expect.poll(() => countLockWaits(database)).toBe(1)
  await deletion.deleteFrom('account_name').where('account_id', '=', id).execute()
  await deletion.commit().execute()
  await moving
  expect(await findAccountByEmail(database, 'late@example.com')).toBeUndefined()
  await accountOf(ownerOf('late@example.com'))
})

it('a closed account has no names', async () => {
  const owner = ownerOf('closed@example.com')
  const { id } = await accountOf(owner)
  expect(await closeAccount(database, { id, identityHashes: [], ofFeatures: noFeatureRows })).toBe(
    true,
  )
  expect(await findAccountByIdentity(database, owner)).toBeUndefined()
  expect((await accountOf(owner)).id).not.toBe(id)
})
