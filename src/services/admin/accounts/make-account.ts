import { insertAct } from '#database/queries/operator-log.ts'
import { createAccountWithCredits, type NewAccount } from '../../accounts/create-account.ts'
import type { ServiceContext } from '../../context.ts'
import type { OperatorAction } from '../act.ts'

/**
 * Makes an account with credits and writes that down, all or nothing. `created` is false where it
 * was there already.
 */
export function makeAccount(
  { database }: Pick<ServiceContext, 'database'>,
  { actor, reason }: OperatorAction,
  wanted: NewAccount,
) {
  const { credits, paid } = wanted
  return createAccountWithCredits({ database }, wanted, async (transaction, account) => {
    await insertAct(transaction, {
      actor,
      reason,
      act: 'account.create',
      accountId: account.id,
      details: { credits, paid },
    })
  })
}
