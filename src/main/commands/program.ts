import { Command, CommanderError } from 'commander'
import { Refused } from '#services/refused.ts'
import { addDoctor } from '../doctor/add-doctor.ts'
import { wordsOf } from '../doctor/finding.ts'
import { addAccountCommands, addSessionCommands } from './account.ts'
import { addCodeCommands } from './code.ts'
import { addGenerationCommands } from './generation.ts'
import { addGroupCommands } from './group.ts'
import { addInvitationCommands } from './invitation.ts'
import { addMigrate } from './migrate.ts'
import { addModelCommands } from './model.ts'
import { addModerationCommands } from './moderation.ts'
import { fail, refusalText } from './output.ts'
import { addAlerts, addLedgerCommands, addPaymentCommands } from './reports.ts'
import { addSettingsCommands } from './settings.ts'
import { addWebhookCommands } from './webhook.ts'

const rules = `
Exit codes: 0 done, 1 refused or something is wrong, 2 not understood.
Answers are JSON on standard output, one object a line; sentences go to standard error.`

/** Creates the command line. It throws `CommanderError` instead of ending the process. */
export function createProgram(): Command {
  const program = new Command('atelier')
    .description('Operate an Atelier server from the command line.')
    .addHelpText('afterAll', rules)
    .showHelpAfterError('(--help says how it is used)')
    .exitOverride()
  addAccountCommands(program)
  addInvitationCommands(program)
  addCodeCommands(program)
  addGenerationCommands(program)
  addGroupCommands(program)
  addModelCommands(program)
  addModerationCommands(program)
  addPaymentCommands(program)
  addSessionCommands(program)
  addSettingsCommands(program)
  addWebhookCommands(program)
  addLedgerCommands(program)
  addAlerts(program)
  addMigrate(program)
  addDoctor(program)
  acceptJson(program)
  return program
}

/** Every command accepts `--json`: scripts need not know that answers are JSON anyway. */
function acceptJson(command: Command): void {
  for (const each of command.commands) acceptJson(each)
  const isLeaf = command.commands.length === 0
  const isThere = command.options.some(({ long }) => long === '--json')
  if (isLeaf && !isThere) command.option('--json', 'print JSON, as every command does')
}

/**
 * Runs a command, given the words after `atelier`. Prints JSON to standard output; messages and
 * errors go to standard error. Sets the exit code: 0 done, 1 refused or failed, 2 invalid command.
 */
export async function runCommandLine(words: string[]): Promise<void> {
  try {
    await createProgram().parseAsync(words, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
    else fail(error instanceof Refused ? refusalText(error.refusal) : wordsOf(error))
  }
}
