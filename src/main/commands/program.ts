import { Command, CommanderError } from 'commander'
import { Refused } from '#core/refused.ts'
import { loadFeatureCommands } from '#features/contributions.ts'
import type { CommandTools, FeatureCommands } from '#features/feature.ts'
import { fail } from '#platform/command-line/output.ts'
import { loadEnvironment, readConfig } from '../config.ts'
import { addDoctor } from '../doctor/add-doctor.ts'
import { wordsOf } from '../doctor/finding.ts'
import { withDatabase } from '../with-database.ts'
import { addAccountCommands, addSessionCommands } from './account.ts'
import { addGenerationCommands } from './generation.ts'
import { addMigrate } from './migrate.ts'
import { addModelCommands } from './model.ts'
import { readJson } from './read-json.ts'
import { refusalText } from './refusal-text.ts'
import { addAlerts, addLedgerCommands } from './reports.ts'
import { addSettingsCommands } from './settings.ts'

const rules = `
Exit codes: 0 done, 1 refused or something is wrong, 2 not understood.
Answers are JSON on standard output, one object a line; sentences go to standard error.`

const tools: CommandTools = {
  withDatabase,
  readJson,
  publicUrl: () => readConfig(loadEnvironment()).fixedPublicUrl ?? '',
}

/**
 * Creates the command line, with the commands of features. It throws `CommanderError` instead of
 * ending the process.
 */
export function createProgram(added: readonly FeatureCommands[]): Command {
  const program = new Command('atelier')
    .description('Operate an Atelier server from the command line.')
    .addHelpText('afterAll', rules)
    .showHelpAfterError('(--help says how it is used)')
    .exitOverride()
  addAccountCommands(program)
  addGenerationCommands(program)
  addModelCommands(program)
  addSessionCommands(program)
  addSettingsCommands(program)
  addLedgerCommands(program)
  addAlerts(program)
  addMigrate(program)
  addDoctor(program)
  for (const { addCommands } of added) addCommands(program, tools)
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
  let added: readonly FeatureCommands[] = []
  try {
    added = await loadFeatureCommands()
    await createProgram(added).parseAsync(words, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
    else fail(error instanceof Refused ? refusalText(error.refusal, added) : wordsOf(error))
  }
}
