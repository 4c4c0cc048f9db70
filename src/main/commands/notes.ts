import type { Command } from 'commander'
import { listNotes } from '#database/queries/operator-log.ts'
import { withDatabase } from '../with-database.ts'
import { mostRows, parseWhole } from './arguments/arguments.ts'
import { print } from './output.ts'

/** `notes`. */
export function addNotes(program: Command): void {
  program
    .command('notes')
    .description(
      'What needs a person: jobs billed although nobody got their result, payments that differ',
    )
    .option('--limit <number>', 'how many, newest first', parseWhole(1, mostRows), 50)
    .action(async ({ limit }: { limit: number }) => {
      await withDatabase(async (context) => {
        for (const note of await listNotes(context.database, limit)) print(note)
      })
    })
}
