import type { Command } from 'commander'
import { parseReason } from '#platform/command-line/arguments.ts'
import { operatorAction } from '#platform/command-line/operator-action.ts'
import { print } from '#platform/command-line/output.ts'
import type { CommandTools } from '../feature.ts'
import { dismissReports, listReports } from './review-reports.ts'

/** `moderation list | dismiss`: reported results. */
export function addCommands(program: Command, { withDatabase }: CommandTools): void {
  const name = 'moderation'
  const moderation =
    program.commands.find((command) => command.name() === name) ?? program.command(name)
  moderation
    .command('list')
    .description('Results that wait for a decision, the most reported first, 50 at most')
    .action(() =>
      withDatabase(async (context) => {
        for (const { id, email, kind, model, count, reasons, notes } of await listReports(context))
          print({ id, email, kind, model, count, reasons, notes })
      }),
    )
  moderation
    .command('dismiss')
    .description('Dismiss the reports of a result, which stays as it is')
    .argument('<id>', 'the id of the generation')
    .requiredOption('--reason <text>', 'why, for the audit log', parseReason)
    .action((id: string, { reason }: { reason: string }) =>
      withDatabase(async (context) => {
        print({ id, reports: await dismissReports(context, operatorAction(reason), id) })
      }),
    )
}
