import { spendingDay } from '#core/generations/rules/start-generation.ts'
import type { AllParts, Parts } from '#core/parts.ts'
import { grantAllowance } from './queries/allowances.ts'
import { type Allowance, chooseAllowance, nextRenewal } from './rules/allowances.ts'
import { notifyAccountChanged } from './suspend-account.ts'
import type { AccountRow } from './tables.ts'

/** Returns the allowances that a feature gives to an account. */
export type ReadAllowances = (
  database: AllParts['database'],
  accountId: string,
) => Promise<readonly Allowance[]>

declare module '#core/parts.ts' {
  interface Contributions {
    /** Allowances of accounts in free mode, which count before that of the settings. */
    allowances: readonly ReadAllowances[]
  }
}

type Context = Parts<'contributions' | 'database' | 'settings' | 'now' | 'changes'>

/** Returns the allowance of an account in free mode; `null`: it has none. */
export async function readAllowance(
  { contributions, database, settings }: Pick<Context, 'contributions' | 'database' | 'settings'>,
  accountId: string,
): Promise<Allowance | null> {
  const { free_mode: isFree, free_allowance: otherwise } = settings.current().settings
  if (!isFree) return null
  const own = await Promise.all(contributions.allowances.map((read) => read(database, accountId)))
  return chooseAllowance(own.flat(), otherwise)
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
