import { CommanderError } from 'commander'
import { Refused } from '#services/refused.ts'
import { wordsOf } from './doctor/finding.ts'
import { fail, refusalText } from './output.ts'
import { createProgram } from './program.ts'

/**
 * Does what the words say, which are those after `atelier`. Answers JSON on standard output;
 * sentences and faults go to standard error. Sets the exit code: 0 done, 1 refused or wrong, 2 not
 * understood.
 */
export async function runCommandLine(words: string[]): Promise<void> {
  try {
    await createProgram().parseAsync(words, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
    else fail(error instanceof Refused ? refusalText(error.refusal) : wordsOf(error))
  }
}
