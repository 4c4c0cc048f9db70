import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { schema } from '#features/contributions.ts'
import { type Connection, openDatabase } from '#platform/database/database.ts'
import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { startCitusServer } from './database/citus-server.ts'
import { dropDatabase, execute, named } from './database/postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The servers that have the template: the first one is spoken to, the others are its workers. */
    postgres: { servers: Connection[]; template: string; isDistributed: boolean }
  }
}

/** A server on which databases are copied from a migrated one. */
export type TestServer = {
  servers: Connection[]
  createTemplate(name: string): Promise<void>
  /** Ends what PostgreSQL itself does in the template, which must be idle to be copied. */
  quiet?(name: string): Promise<void>
  stop(): Promise<void>
}

/**
 * One real PostgreSQL for the whole run: our own, the server that `DATABASE_URL` names, or with
 * `TEST_DATABASE=citus` a cluster. A template is migrated once; each test file copies it
 * (platform/database/database.ts).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await (process.env.TEST_DATABASE === 'citus' ? startCitusServer() : startServer())
  const { servers } = server
  const [maintenance] = servers
  if (!maintenance) throw new Error('There is no server')
  const template = `atelier_test_${process.pid}_${Date.now()}`
  await server.createTemplate(template)
  const database = openDatabase(named(maintenance, template), () => undefined, 1)
  const { isDistributed } = await migrate(database, schema)
  await database.destroy()
  await server.quiet?.(template)
  project.provide('postgres', { servers, template, isDistributed })
  return async () => {
    await Promise.all(servers.map((each) => dropDatabase(each, template)))
    await server.stop()
  }
}

async function startServer(): Promise<TestServer> {
  const { maintenance, stop } = await server()
  return {
    servers: [maintenance],
    createTemplate: (name) => execute(maintenance, `create database ${name}`),
    stop,
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
