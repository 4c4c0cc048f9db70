import { findAccount, markPaid } from '#core/accounts/queries/accounts.ts'
import { lockAccount } from '#core/accounts/queries/admin-accounts.ts'
import { hashToken } from '#core/accounts/sign-in/tokens.ts'
import { notifyAccountChanged } from '#core/accounts/suspend-account.ts'
import type { AccountRow } from '#core/accounts/tables.ts'
import { addCredits } from '#core/credits/queries/ledger.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { insertRedemption, lockCode, takeUse } from './queries.ts'
import { codeState, readCode } from './rules.ts'

/** The ledger's note on the credits of a gift code. */
const codeNote = 'gift code'

/**
 * Redeems a gift code as a person typed it: its use, the credits, their ledger entry and, where the
 * code counts as paid, that the account has paid are one transaction. An account redeems a code
 * once, also after it was deleted and signed up again. Throws `Refused`, and nothing has changed:
 * `code_unknown`, `code_disabled`, `code_expired`, `code_used_up`, `code_redeemed`,
 * `account_suspended`.
 */
export async function redeemCode(
  context: Parts<'database' | 'changes' | 'now' | 'log'>,
  { accountId, text }: { accountId: string; text: string },
): Promise<{ credits: number; account: AccountRow }> {
  const { database, log, now } = context
  const code = readCode(text)
  if (code === null) throw new Refused({ reason: 'code_unknown' })
  const redeemed = await database.transaction().execute(async (transaction) => {
    const found = await lockCode(transaction, hashToken(code))
    if (!found) throw new Refused({ reason: 'code_unknown' })
    const account = await lockAccount(transaction, accountId)
    if (!account || account.deleted_at || account.suspended_at)
      throw new Refused({ reason: 'account_suspended' })
    const { id: codeId, credits } = found
    // Before its state: of a code that was used up by the account itself, that is the answer.
    const isFirst = await insertRedemption(transaction, { accountId, codeId, credits })
    if (!isFirst) throw new Refused({ reason: 'code_redeemed' })
    const state = codeState(found, now())
    if (state !== 'valid') throw new Refused({ reason: `code_${state}` })
    await takeUse(transaction, codeId)
    const source = { column: 'code_id', id: codeId }
    await addCredits(transaction, { accountId, credits, reason: 'grant', note: codeNote, source })
    if (found.counts_as_paid) await markPaid(transaction, accountId)
    const changed = await findAccount(transaction, accountId)
    if (!changed) throw new Refused({ reason: 'not_found' })
    return { credits, account: changed }
  })
  log.info({ account: accountId, credits: redeemed.credits }, 'gift code redeemed')
  notifyAccountChanged(context, accountId)
  return redeemed
}
