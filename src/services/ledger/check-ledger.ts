import { type Database, prepareForScans } from '#database/database.ts'
import { insertCheck, isCheckedWithin, type LedgerFault } from '#database/queries/ledger.ts'
import type { ServiceContext } from '../context.ts'
import { runAlone } from '../retention.ts'
import { verifyLedger } from './verify-ledger.ts'

/** So many faults are kept with a verification; the rest is counted. */
const faultsKept = 100

/** What a verification found, in the order it was found. */
export type Checked = { accounts: number; faults: LedgerFault[] }

/**
 * Verifies the ledger and keeps what it found. It reads whole tables, so it has a database
 * connection of its own, whose statements may take long, and one processor. `askedBy`: an e-mail
 * address, `command line` or `daily`.
 */
export async function checkLedger(
  { openLongRunningConnection, log }: Pick<ServiceContext, 'openLongRunningConnection' | 'log'>,
  askedBy: string,
): Promise<Checked> {
  const database = openLongRunningConnection()
  try {
    return await checkOn(database, log, askedBy)
  } finally {
    await database.destroy()
  }
}

async function checkOn(
  database: Database,
  log: ServiceContext['log'],
  askedBy: string,
): Promise<Checked> {
  await prepareForScans(database)
  const start = performance.now()
  const { accounts, faults } = await verifyLedger({ database })
  const found = faults.slice(0, faultsKept)
  const ms = Math.round(performance.now() - start)
  await insertCheck(database, { askedBy, accounts, faults: faults.length, found, ms })
  const fields = { accounts, faults: faults.length, ms }
  if (faults.length > 0) log.error({ ...fields, first: faults[0] }, 'ledger check failed')
  else log.info(fields, 'ledger check passed')
  return { accounts, faults }
}

/** The name under which one process at a time verifies. */
const checkName = 'chore ledger'

/**
 * Begins a verification and does not wait for it: a large ledger takes minutes. If one runs
 * already, that one is the answer. Whoever asked looks for a newer one among those that are kept.
 */
export function askForCheck(context: ServiceContext, askedBy: string): void {
  context.background.run(async () => {
    await runAlone(context, checkName, async () => void (await checkLedger(context, askedBy)))
  })
}

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
