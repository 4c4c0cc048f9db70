import { findLedgerFaults, type LedgerFault } from '#database/queries/ledger.ts'
import type { ServiceContext } from '../context.ts'

/** Is every balance the sum of its entries, and every generation charged and refunded as it says? */
export async function verifyLedger({
  database,
}: Pick<ServiceContext, 'database'>): Promise<{ accounts: number; faults: LedgerFault[] }> {
  return findLedgerFaults(database)
}
