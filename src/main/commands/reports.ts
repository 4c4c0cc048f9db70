import type { Command } from 'commander'
import { checkLedger } from '#core/credits/check-ledger.ts'
import { findStorageOutage, listProviderOutages } from '#core/generations/queries/outages.ts'
import { listAlerts } from '#core/operators/operator-log-queries.ts'
import { lastAlert, mostRows, parseWhole } from '#platform/command-line/arguments.ts'
import { operatorAction } from '#platform/command-line/operator-action.ts'
import { fail, print } from '#platform/command-line/output.ts'
import type { Database } from '#platform/database/database.ts'
import { withDatabase } from '../with-database.ts'

/** `ledger verify`. */
export function addLedgerCommands(program: Command): void {
  program
    .command('ledger')
    .description('The ledger')
    .command('verify')
    .description(
      'Check every balance against its entries, and record the result; exits 1 when one is wrong',
    )
    .action(async () => {
      await withDatabase(async (context) => {
        const { accounts, faults } = await checkLedger(context, operatorAction('').actor)
        if (faults.length === 0) {
          console.log(`Every balance is the sum of its entries (${accounts} accounts).`)
          return
        }
        for (const fault of faults) console.error(JSON.stringify(fault))
        fail(`The ledger is wrong in ${faults.length} places.`)
      })
    })
}

/** `alerts`. */
export function addAlerts(program: Command): void {
  program
    .command('alerts')
    .description(
      'What needs attention: outages in progress, jobs billed without a result, payments that differ',
    )
    .option('--limit <number>', 'how many, newest first', parseWhole(1, mostRows), 50)
    .option('--before <id>', 'only those older than this alert', parseWhole(1, lastAlert))
    .action(async (wanted: { limit: number; before?: number }) => {
      await withDatabase(async (context) => {
        const outages = wanted.before === undefined ? await listOutages(context.database) : []
        const alerts = await listAlerts(context.database, wanted)
        for (const one of [...outages, ...alerts]) print(one)
        if (outages.length + alerts.length === 0) console.error('Nothing needs attention.')
      })
    })
}

/** What is unavailable now: our storage, and providers that refuse our account. */
async function listOutages(database: Database) {
  const storage = await findStorageOutage(database)
  const providers = await listProviderOutages(database)
  return [
    ...(storage ? [{ outage: 'storage', since: storage.since, detail: storage.detail }] : []),
    ...providers.map(({ provider: outage, code, since, detail }) => ({
      outage,
      code,
      since,
      detail,
    })),
  ]
}
