import { spendingDay } from '#core/generations/rules/start-generation.ts'
import type { Parts } from '#core/parts.ts'
import { grantAllowance } from './queries/allowances.ts'
import { listGroupsOf } from './queries/groups.ts'
import { type Allowance, chooseAllowance, nextRenewal } from './rules/groups.ts'
import { notifyAccountChanged } from './suspend-account.ts'
import type { AccountRow } from './tables.ts'

type Context = Parts<'database' | 'settings' | 'now' | 'changes'>

/** Returns the allowance of an account in free mode; `null`: it has none. */
export async function readAllowance(
  { database, settings }: Pick<Context, 'database' | 'settings'>,
  accountId: string,
): Promise<Allowance | null> {
  const { free_mode: isFree, free_allowance: otherwise } = settings.current().settings
  if (!isFree) return null
  const groups = await listGroupsOf(database, accountId)
  const own = groups.map(({ allowance: credits, allowance_period: period, is_cumulative }) =>
    credits !== null && period ? { credits, period, is_cumulative } : null,
  )
  return chooseAllowance(own, otherwise)
}

/**
 * Grants the allowance of the current period if it is due, once however many ask. Called with the
 * first use of an account in a period. Returns whether it was granted.
 */
export async function renewAllowance(
  context: Context,
  { id, renews_day }: Pick<AccountRow, 'id' | 'renews_day'>,
): Promise<boolean> {
  const { database, settings, now } = context
  const today = spendingDay(now())
  if (!settings.current().settings.free_mode || renews_day > today) return false
  const allowance = await readAllowance(context, id)
  if (!allowance) return false
  const { credits, is_cumulative: isCumulative, period } = allowance
  const renewsDay = nextRenewal(period, today)
  const isGranted = await grantAllowance(database, {
    ...{ accountId: id, credits, isCumulative, renewsDay },
  })
  if (isGranted) notifyAccountChanged(context, id)
  return isGranted
}
