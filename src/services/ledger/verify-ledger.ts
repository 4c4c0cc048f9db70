import {
  findBlockFaults,
  findNumberFaults,
  findPartFaults,
  findSealFaults,
  findTextFaults,
} from '#database/queries/history/find-faults.ts'
import {
  findDebtFaults,
  findLedgerFaults,
  findSequenceFaults,
  findSpendingFaults,
  type LedgerFault,
} from '#database/queries/ledger.ts'
import { findStatementFaults } from '#database/queries/statement.ts'
import type { ServiceContext } from '../context.ts'

/**
 * How many blocks are compared word by word, sealed ones and others, chosen by chance: each takes a
 * tenth of a second.
 */
const blocksCompared = 100

/**
 * Is every balance the sum of its entries, does each entry follow from the one before, was every
 * generation charged and refunded as it says, is what was spent today and what is owed what the
 * entries say, is every statement added up as its entries are, and is every history counted as its
 * records are? Reads every record once for each of these questions.
 */
export async function verifyLedger({
  database,
}: Pick<ServiceContext, 'database'>): Promise<{ accounts: number; faults: LedgerFault[] }> {
  const { accounts, faults } = await findLedgerFaults(database)
  const others = [
    await findSequenceFaults(database),
    await findSpendingFaults(database),
    await findDebtFaults(database),
    await findStatementFaults(database),
    await findNumberFaults(database),
    await findBlockFaults(database),
    await findPartFaults(database),
    await findSealFaults(database, blocksCompared),
    await findTextFaults(database, blocksCompared),
  ]
  return { accounts, faults: [...faults, ...others.flat()] }
}
