import type { Command } from 'commander'
import { listAlerts } from '#database/queries/operator-log.ts'
import { readAllPayments } from '#services/admin/read-overview.ts'
import { checkLedger } from '#services/ledger/check-ledger.ts'
import { withDatabase } from '../with-database.ts'
import { lastAlert, mostRows, parseId, parseWhole } from './arguments.ts'
import { fail, operatorAction, print } from './output.ts'

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

/** `payment list`. */
export function addPaymentCommands(program: Command): void {
  program
    .command('payment')
    .description('Payments')
    .command('list')
    .description('Payments with the events of the payment provider, newest first, one a line')
    .option(
      '--find <text>',
      'an id (ours or the payment provider’s), or the account’s e-mail address',
      '',
    )
    .option('--before <id>', 'only those older than this payment', parseId, null)
    .action(async ({ find, before }: { find: string; before: string | null }) => {
      await withDatabase(async (context) => {
        const { payments, events } = await readAllPayments(context, { text: find, before })
        for (const payment of payments) {
          print({
            ...payment,
            events: events.filter(({ payment_id }) => payment_id === payment.id),
          })
        }
      })
    })
}

/** `alerts`. */
export function addAlerts(program: Command): void {
  program
    .command('alerts')
    .description('What needs attention: jobs billed without a result, payments that differ')
    .option('--limit <number>', 'how many, newest first', parseWhole(1, mostRows), 50)
    .option('--before <id>', 'only those older than this alert', parseWhole(1, lastAlert))
    .action(async (wanted: { limit: number; before?: number }) => {
      await withDatabase(async (context) => {
        for (const alert of await listAlerts(context.database, wanted)) print(alert)
      })
    })
}
