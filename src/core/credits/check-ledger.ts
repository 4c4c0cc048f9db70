import { runAlone } from '#core/jobs/run-alone.ts'
import { queueOperatorMail } from '#core/mail/queue-mail.ts'
import type { Parts } from '#core/parts.ts'
import { prepareForScans } from '#platform/database/database.ts'
import { insertCheck, isCheckedWithin } from './queries/ledger.ts'
import type { LedgerFault } from './queries/ledger-faults.ts'
import { verifyLedger } from './verify-ledger.ts'

/** How many faults are stored with a verification; the rest is counted. */
const faultsKept = 100

/** The faults of a verification, in the order they were found. */
export type LedgerReport = { accounts: number; faults: LedgerFault[] }

/** Without `mail`, as by command, the operators get none. */
type Checking = Parts<'openLongRunningConnection' | 'log' | 'contributions'> &
  Partial<Parts<'mail'>>

/**
 * Verifies the ledger and stores the result. It reads every record, the largest account's at once,
 * so it uses a database connection of its own without a statement timeout, on one processor. One
 * that is interrupted stores nothing and begins again. `askedBy`: an e-mail address,
 * `command line` or `daily`.
 */
export async function checkLedger(
  { openLongRunningConnection, log, mail = null, contributions }: Checking,
  askedBy: string,
): Promise<LedgerReport> {
  const database = openLongRunningConnection()
  try {
    return await checkOn({ database, log, mail, contributions }, askedBy)
  } finally {
    await database.destroy()
  }
}

async function checkOn(
  { database, log, mail, contributions }: Parts<'database' | 'log' | 'mail' | 'contributions'>,
  askedBy: string,
): Promise<LedgerReport> {
  await prepareForScans(database)
  const start = performance.now()
  const { accounts, faults } = await verifyLedger({ database, contributions })
  const found = faults.slice(0, faultsKept)
  const ms = Math.round(performance.now() - start)
  await database.transaction().execute(async (transaction) => {
    await insertCheck(transaction, { askedBy, accounts, faults: faults.length, found, ms })
    const content = { about: 'ledger_faults', accounts, faults: faults.length } as const
    if (faults.length > 0) await queueOperatorMail(transaction, mail, content, Date.now())
  })
  const fields = { accounts, faults: faults.length, ms }
  if (faults.length > 0) log.error({ ...fields, first: faults[0] }, 'ledger check failed')
  else log.info(fields, 'ledger check passed')
  return { accounts, faults }
}

/** The scheduled job under whose name one process at a time verifies. */
const checkName = 'ledger'

type LedgerCheckParts = Parts<
  'background' | 'contributions' | 'database' | 'log' | 'mail' | 'openLongRunningConnection'
>

/**
 * Starts a verification in the background: a large ledger takes minutes. Does nothing if one is
 * running. The requester polls the stored ones for a newer result.
 */
export function startLedgerCheck(context: LedgerCheckParts, askedBy: string): void {
  context.background.run(async () => {
    const check = async () => void (await checkLedger(context, askedBy))
    await runAlone(context, checkName, check, { isForced: true })
  })
}

/**
 * The maximum age of the newest verification, in ms. Less than a day, because it is checked every
 * hour.
 */
const maxAge = 23.5 * 3_600_000

/** Verifies the ledger unless that was done within a day, by any requester. */
export async function checkLedgerDaily(
  context: Parts<'contributions' | 'database' | 'log' | 'mail' | 'openLongRunningConnection'>,
): Promise<void> {
  if (await isCheckedWithin(context.database, maxAge)) return
  await checkLedger(context, 'daily')
}
