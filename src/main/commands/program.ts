import { Command } from 'commander'
import { addAccountCommands } from './account.ts'
import { addDoctor } from './doctor/add-doctor.ts'
import { addGenerationCommands } from './generation.ts'
import { addLedgerCommands } from './ledger.ts'
import { addNotes } from './notes.ts'
import { addPaymentCommands } from './payment.ts'
import { addSessionCommands } from './session.ts'

const rules = `
Exit codes: 0 done, 1 refused or something is wrong, 2 not understood.
Answers are JSON on standard output, one object a line; sentences go to standard error.`

/** The operator's command line. It throws `CommanderError` instead of ending the process. */
export function createProgram(): Command {
  const program = new Command('atelier')
    .description('Run an Atelier studio from the command line.')
    .addHelpText('afterAll', rules)
    .showHelpAfterError('(--help says how it is used)')
    .exitOverride()
  addAccountCommands(program)
  addGenerationCommands(program)
  addPaymentCommands(program)
  addSessionCommands(program)
  addLedgerCommands(program)
  addNotes(program)
  addDoctor(program)
  return program
}
