import type { Command } from 'commander'
import { checkLedger } from '#services/ledger/check-ledger.ts'
import { withDatabase } from '../with-database.ts'
import { actOf, fail } from './output.ts'

/** `ledger verify`. */
export function addLedgerCommands(program: Command): void {
  program
    .command('ledger')
    .description('The ledger')
    .command('verify')
    .description(
      'Check every balance against its entries, and keep what was found; exits 1 when one is wrong',
    )
    .action(async () => {
      await withDatabase(async (context) => {
        const { accounts, faults } = await checkLedger(context, actOf('').actor)
        if (faults.length === 0) {
          console.log(`Every balance is the sum of its entries (${accounts} accounts).`)
          return
        }
        for (const fault of faults) console.error(JSON.stringify(fault))
        fail(`The ledger is wrong in ${faults.length} places.`)
      })
    })
}
