import {
  findBlockFaults,
  findNumberFaults,
  findPartFaults,
} from '#core/history/queries/find-faults.ts'
import { findSealFaults, findTextFaults } from '#core/history/queries/find-index-faults.ts'
import type { Parts } from '#core/parts.ts'
import type { Database } from '#platform/database/database.ts'
import { type AccountSlice, accountSlices } from './queries/account-slices.ts'
import {
  findAmountFaults,
  findDebtFaults,
  findSequenceFaults,
  findSpendingFaults,
  type LedgerFault,
} from './queries/ledger-faults.ts'
import {
  findJobFaults,
  findMissingRows,
  findNameFaults,
  findProviderRequestFaults,
} from './queries/reference-faults.ts'
import { findUnequalStatements } from './queries/statement.ts'

/**
 * How many blocks are compared term by term, sealed ones and others, chosen at random: each takes a
 * tenth of a second.
 */
const blocksCompared = 100

type SliceQuestion = (database: Database, slice: AccountSlice) => Promise<LedgerFault[]>

/** What a feature adds: faults of a slice of accounts, and of what belongs to no account. */
export type LedgerCheck = {
  ofSlice?: SliceQuestion
  ofRest?: (database: Database) => Promise<LedgerFault[]>
}

declare module '#core/parts.ts' {
  interface Contributions {
    /** What `ledger verify` finds of their tables. */
    ledgerChecks: readonly LedgerCheck[]
  }
}

/** What is asked of each slice of accounts, one statement each. */
const questions: readonly SliceQuestion[] = [
  findAmountFaults,
  findSequenceFaults,
  findSpendingFaults,
  findDebtFaults,
  findMissingRows,
  findJobFaults,
  findNameFaults,
  findUnequalStatements,
  findNumberFaults,
  findBlockFaults,
  findPartFaults,
]

/**
 * Verifies that every balance is the sum of its entries, that each entry follows from the one
 * before, that generations were charged and refunded as recorded and have a job while they are
 * open, that accounts are found by their names,
 * that daily spending and debts match the entries,
 * that the sums of statements and histories match their rows, and what features
 * ask besides. Accounts are read in slices, so
 * no snapshot of the whole is held; each statement is consistent within its accounts.
 */
export async function verifyLedger(
  { database, contributions }: Parts<'database' | 'contributions'>,
  sliceLimits = { accounts: 10_000, records: 100_000 },
): Promise<{ accounts: number; faults: LedgerFault[] }> {
  const faults: LedgerFault[] = []
  let accounts = 0
  const { ledgerChecks } = contributions
  const asked = [...questions, ...ledgerChecks.flatMap(({ ofSlice }) => ofSlice ?? [])]
  for await (const slice of accountSlices(database, sliceLimits)) {
    accounts += slice.accounts
    for (const find of asked) faults.push(...(await find(database, slice)))
  }
  faults.push(
    ...(await findProviderRequestFaults(database)),
    ...(await findSealFaults(database, blocksCompared)),
    ...(await findTextFaults(database, blocksCompared)),
  )
  for (const { ofRest } of ledgerChecks) faults.push(...((await ofRest?.(database)) ?? []))
  return { accounts, faults }
}
