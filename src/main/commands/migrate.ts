import type { Command } from 'commander'
import { print } from '#platform/command-line/output.ts'
import { withDatabase } from '../with-database.ts'

/** `migrate`. */
export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description(
      'Bring the schema up to date before the processes of a new version start; without it the first of them does so',
    )
    // Every command opens the database with the schema of its own version.
    .action(() => withDatabase(async () => print({ schema: 'up to date' })))
}
