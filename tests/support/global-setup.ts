import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { type Connection, openDatabase } from '#database/database.ts'
import { startEmbeddedPostgres } from '#database/embedded/embedded-postgres.ts'
import { migrate } from '#database/migrate.ts'
import { execute, named } from './database/postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: { maintenance: Connection; template: string }
  }
}

/**
 * One real PostgreSQL for the whole run: our own, or the server that `DATABASE_URL` names. A
 * template is migrated once; each test file copies it (testing/database.ts).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { maintenance, stop } = await server()
  const template = `atelier_test_${process.pid}_${Date.now()}`
  await execute(maintenance, `create database ${template}`)
  const database = openDatabase(named(maintenance, template), () => undefined, 1)
  await migrate(database)
  await database.destroy()
  project.provide('postgres', { maintenance, template })
  return async () => {
    await execute(maintenance, `drop database ${template} with (force)`)
    await stop()
  }
}

async function server(): Promise<{ maintenance: Connection; stop(): Promise<void> }> {
  if (process.env.DATABASE_URL)
    return { maintenance: { url: process.env.DATABASE_URL }, stop: async () => undefined }

  const dataDir = await mkdtemp(path.join(tmpdir(), 'atelier-test-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined })
  return {
    maintenance: postgres.connection,
    stop: async () => {
      await postgres.stop()
      await rm(postgres.location, { recursive: true, force: true })
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
