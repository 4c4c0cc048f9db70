import { findBlockFaults, findNumberFaults, findSealFaults } from '#database/queries/history/find-faults.ts'
import { findLedgerFaults, type LedgerFault } from '#database/queries/ledger.ts'
import type { ServiceContext } from '../context.ts'

/** How many sealed blocks are compared term by term, chosen by chance: each takes a tenth of a second. */
const sealsCompared = 100

/**
 * Is every balance the sum of its entries, every generation charged and refunded as it says, and every history counted
 * as its records are? Reads every record once for each of these questions.
 */
export async function verifyLedger({
  database,
}: Pick<ServiceContext, 'database'>): Promise<{ accounts: number; faults: LedgerFault[] }> {
  const { accounts, faults } = await findLedgerFaults(database)
  const ofHistories = [
    await findNumberFaults(database),
    await findBlockFaults(database),
    await findSealFaults(database, sealsCompared),
  ]
  return { accounts, faults: [...faults, ...ofHistories.flat()] }
}
