import type { Database } from '#database/database.ts'
import {
  findBlockFaults,
  findNumberFaults,
  findPartFaults,
} from '#database/queries/history/find-faults.ts'
import { findSealFaults, findTextFaults } from '#database/queries/history/find-index-faults.ts'
import { type AccountSlice, accountSlices } from '#database/queries/ledger/account-slices.ts'
import {
  findAmountFaults,
  findDebtFaults,
  findSequenceFaults,
  findSpendingFaults,
  type LedgerFault,
} from '#database/queries/ledger/ledger-faults.ts'
import {
  findCodeFaults,
  findJobFaults,
  findMissingRows,
  findNameFaults,
  findProviderRequestFaults,
  findRedemptionFaults,
} from '#database/queries/ledger/reference-faults.ts'
import { findUnequalStatements } from '#database/queries/ledger/statement.ts'
import type { ServiceContext } from '../context.ts'

/**
 * How many blocks are compared term by term, sealed ones and others, chosen at random: each takes a
 * tenth of a second.
 */
const blocksCompared = 100

/** What is asked of each slice of accounts, one statement each. */
const questions: ((database: Database, slice: AccountSlice) => Promise<LedgerFault[]>)[] = [
  findAmountFaults,
  findSequenceFaults,
  findSpendingFaults,
  findDebtFaults,
  findMissingRows,
  findJobFaults,
  findNameFaults,
  findRedemptionFaults,
  findUnequalStatements,
  findNumberFaults,
  findBlockFaults,
  findPartFaults,
]

/**
 * Verifies that every balance is the sum of its entries, that each entry follows from the one
 * before, that generations were charged and refunded as recorded and have a job while they are
 * open, that accounts are found by their names,
 * that redeemed gift codes match entries and uses, that daily spending and debts match the entries,
 * and that the sums of statements and histories match their rows. Accounts are read in slices, so
 * no snapshot of the whole is held; each statement is consistent within its accounts.
 */
export async function verifyLedger(
  { database }: Pick<ServiceContext, 'database'>,
  sliceLimits = { accounts: 10_000, records: 100_000 },
): Promise<{ accounts: number; faults: LedgerFault[] }> {
  const faults: LedgerFault[] = []
  let accounts = 0
  for await (const slice of accountSlices(database, sliceLimits)) {
    accounts += slice.accounts
    for (const find of questions) faults.push(...(await find(database, slice)))
  }
  faults.push(
    ...(await findProviderRequestFaults(database)),
    ...(await findCodeFaults(database)),
    ...(await findSealFaults(database, blocksCompared)),
    ...(await findTextFaults(database, blocksCompared)),
  )
  return { accounts, faults }
}
