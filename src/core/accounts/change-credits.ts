import { addCredits } from '#core/credits/queries/ledger.ts'
import { auditedTransaction, type OperatorAction } from '#core/operators/audited-transaction.ts'
import { insertOperatorAction } from '#core/operators/operator-log-queries.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { createAccountWithCredits, type NewAccount } from './create-account.ts'
import { findNamedAccount } from './find-accounts.ts'
import { findAccount, markPaid } from './queries/accounts.ts'
import { lockAccount, takeCredits } from './queries/admin-accounts.ts'
import { notifyAccountChanged } from './suspend-account.ts'
import type { AccountRow } from './tables.ts'

type Context = Parts<'database' | 'changes'>

/** `name`: id or e-mail address. `note`: the text its owner reads in the ledger. */
export type Grant = { name: string; credits: number; paid: boolean; note: string }

/**
 * Gives credits, and can mark the account as one that has paid. Returns the account. Throws
 * `Refused`: `not_found`, and where the actor has a limit: `giving_limit`, `own_account`.
 */
export async function grantCredits(
  context: Context,
  act: OperatorAction,
  grant: Grant,
): Promise<AccountRow> {
  const { credits, paid, note } = grant
  const { id } = await findNamedAccount(context.database, grant.name)
  const account = await auditedTransaction(context.database, act, async (transaction) => {
    await lockAccount(transaction, id)
    if (paid) await markPaid(transaction, id)
    if (credits > 0)
      await addCredits(transaction, { accountId: id, credits, reason: 'grant', note })
    const result = await findAccount(transaction, id)
    if (!result) throw new Refused({ reason: 'not_found' })
    return {
      result,
      done: {
        act: 'account.grant',
        accountId: id,
        given: credits,
        details: { credits, paid, note },
      },
    }
  })
  notifyAccountChanged(context, id)
  return account
}

/**
 * Takes credits back, all of them or none: the balance never goes below 0
 * (docs/spec/money.md#charge). Returns the account. Throws `Refused`: `not_found`,
 * `insufficient_credits`.
 */
export async function takeCreditsBack(
  context: Context,
  act: OperatorAction,
  { name, credits, note }: { name: string; credits: number; note: string },
): Promise<AccountRow> {
  const { id } = await findNamedAccount(context.database, name)
  const account = await auditedTransaction(context.database, act, async (transaction) => {
    const locked = await lockAccount(transaction, id)
    if (!locked) throw new Refused({ reason: 'not_found' })
    const balance = await takeCredits(transaction, { accountId: id, credits, note })
    if (balance === null) {
      throw new Refused({
        reason: 'insufficient_credits',
        required: credits,
        current: locked.credits,
      })
    }
    const result = { ...locked, credits: balance }
    return { result, done: { act: 'account.take', accountId: id, details: { credits, note } } }
  })
  notifyAccountChanged(context, id)
  return account
}

/**
 * Creates an account with credits and its audit entry, all or nothing. `created` is false where it
 * existed already.
 */
export function makeAccount(
  context: Parts<'database' | 'contributions'>,
  { actor, reason }: OperatorAction,
  wanted: NewAccount,
) {
  const { credits, paid } = wanted
  return createAccountWithCredits(context, wanted, async (transaction, account) => {
    await insertOperatorAction(transaction, {
      actor,
      reason,
      act: 'account.create',
      accountId: account.id,
      details: { credits, paid },
    })
  })
}
