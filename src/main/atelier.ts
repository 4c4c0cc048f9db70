import { Command, CommanderError } from 'commander'
import { Refused } from '#services/refused.ts'
import { addAccountCommands } from './commands/account.ts'
import { addDoctor } from './commands/doctor.ts'
import { addGenerationCommands } from './commands/generation.ts'
import { addLedgerCommands } from './commands/ledger.ts'
import { addNotes } from './commands/notes.ts'
import { fail, refusalText } from './commands/output.ts'
import { addPaymentCommands } from './commands/payment.ts'

/** The operator's command line. Answers JSON on standard output; sentences and faults go to standard error. */
const program = new Command('atelier')
  .description('Run an Atelier studio from the command line.')
  .addHelpText(
    'after',
    '\nExit codes: 0 done, 1 refused or something is wrong, 2 not understood.' +
      '\nAnswers are JSON on standard output, one object a line; sentences go to standard error.',
  )
  .exitOverride()

for (const add of [
  addAccountCommands,
  addGenerationCommands,
  addPaymentCommands,
  addLedgerCommands,
  addNotes,
  addDoctor,
]) {
  add(program)
}

program.parseAsync().catch((error: unknown) => {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2
    return
  }
  fail(error instanceof Refused ? refusalText(error.refusal) : error instanceof Error ? error.message : String(error))
})
