import { isCheckedWithin } from '#database/queries/ledger.ts'
import type { ServiceContext } from '../../context.ts'
import { checkLedger } from './check-ledger.ts'

/**
 * How old the newest verification may grow, in ms. Somewhat less than a day, for it is looked at
 * each hour.
 */
const maxAge = 23.5 * 3_600_000

/** Verifies the ledger if nobody did within a day, whoever asked for it. */
export async function checkLedgerDaily(context: ServiceContext): Promise<void> {
  if (await isCheckedWithin(context.database, maxAge)) return
  await checkLedger(context, 'daily')
}
