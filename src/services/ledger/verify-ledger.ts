import {
  findBlockFaults,
  findNumberFaults,
  findPartFaults,
  findSealFaults,
  findTextFaults,
} from '#database/queries/history/find-faults.ts'
import {
  findDebtFaults,
  findJobFaults,
  findLedgerFaults,
  findNameFaults,
  findSequenceFaults,
  findSpendingFaults,
  type LedgerFault,
} from '#database/queries/ledger.ts'
import { findStatementFaults } from '#database/queries/statement.ts'
import type { ServiceContext } from '../context.ts'

/**
 * How many blocks are compared term by term, sealed ones and others, chosen at random: each takes a
 * tenth of a second.
 */
const blocksCompared = 100

/**
 * Verifies that every balance is the sum of its entries, that each entry follows from the one
 * before, that generations were charged and refunded as recorded and have a job while they are
 * open, that accounts are found by their names, that daily spending and debts
 * match the entries, and that the sums of statements and histories match their rows. Each question
 * reads every record once.
 */
export async function verifyLedger({
  database,
}: Pick<ServiceContext, 'database'>): Promise<{ accounts: number; faults: LedgerFault[] }> {
  const { accounts, faults } = await findLedgerFaults(database)
  const others = [
    await findSequenceFaults(database),
    await findSpendingFaults(database),
    await findDebtFaults(database),
    await findJobFaults(database),
    await findNameFaults(database),
    await findStatementFaults(database),
    await findNumberFaults(database),
    await findBlockFaults(database),
    await findPartFaults(database),
    await findSealFaults(database, blocksCompared),
    await findTextFaults(database, blocksCompared),
  ]
  return { accounts, faults: [...faults, ...others.flat()] }
}
