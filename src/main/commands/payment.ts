import type { Command } from 'commander'
import { readAllPayments } from '#services/admin/read-overview.ts'
import { withDatabase } from '../with-database.ts'
import { lastPage, parseWhole } from './arguments/arguments.ts'
import { print } from './output.ts'

/** `payment list`. */
export function addPaymentCommands(program: Command): void {
  program
    .command('payment')
    .description('Payments')
    .command('list')
    .description('Payments with what the payment provider told of them, newest first, one a line')
    .option(
      '--find <text>',
      'an id (ours or the payment provider’s), or the account’s e-mail address',
      '',
    )
    .option('--page <number>', 'of 25 each', parseWhole(1, lastPage), 1)
    .action(async ({ find, page }: { find: string; page: number }) => {
      await withDatabase(async (context) => {
        const { payments, events } = await readAllPayments(context, { text: find, page })
        for (const payment of payments) {
          print({
            ...payment,
            events: events.filter(({ payment_id }) => payment_id === payment.id),
          })
        }
      })
    })
}
