import type { Parts } from '#core/parts.ts'
import { onlineMigrations } from '#core/schema/online-migrations.ts'
import {
  pendingOnlineMigrations,
  runOnlineMigration,
} from '#platform/database/online-migrations.ts'

/**
 * Completes the online migrations, in order. One that is interrupted continues from its last batch;
 * one that fails is tried again at the next time.
 */
export async function runOnlineMigrations(
  context: Parts<'background' | 'database' | 'log' | 'openLongRunningConnection'>,
  all = onlineMigrations,
): Promise<void> {
  const { database, openLongRunningConnection, background, log } = context
  const pending = await pendingOnlineMigrations(database, all)
  if (pending.length === 0) return
  const connection = openLongRunningConnection()
  try {
    for (const migration of pending) {
      log.info({ migration: migration.name }, 'online migration started')
      await runOnlineMigration(connection, migration, background.signal)
      log.info({ migration: migration.name }, 'online migration completed')
    }
  } finally {
    await connection.destroy()
  }
}
