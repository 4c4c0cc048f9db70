import type { Command } from 'commander'
import { revokeSessions } from '#services/admin/suspend-account.ts'
import { withDatabase } from '../with-database.ts'
import { parseReason } from './arguments/arguments.ts'
import { actOf, print } from './output.ts'

type RevokeOptions = { account?: string; all?: boolean; reason: string }

/** `session revoke`. */
export function addSessionCommands(program: Command): void {
  program
    .command('session')
    .description('Sign-ins')
    .command('revoke')
    .description(
      'Sign an account out everywhere, or everybody; API keys stay. Prints how many sessions ended',
    )
    .option('--account <name>', 'e-mail address or id')
    .option('--all', 'every account')
    .option('--reason <text>', 'why, for the audit log', parseReason, 'revoked on the command line')
    .action(async ({ account, all = false, reason }: RevokeOptions, command: Command) => {
      if (all === (account !== undefined))
        command.error("error: say either '--account <name>' or '--all'")
      await withDatabase(async (context) => {
        print(await revokeSessions(context, actOf(reason), { name: account ?? null }))
      })
    })
}
