import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Connection, databaseOver, openServingPool } from '#platform/database/database.ts'
import { testConnection } from '#testing/database/database.ts'
import { isDatabaseDown } from './database-down.ts'

const nothing = () => undefined

function open(connection: Connection, limits = { server: 5_000, client: 5_000 }) {
  const database = databaseOver(
    openServingPool(connection, nothing, { connections: 1, limits }),
    nothing,
    connection,
  )
  onTestFinished(() => database.destroy())
  return database
}

async function failure(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).not.toBeNull()
  return error
}

describe('an unavailable database', () => {
  it.each([
    { code: '57P01', message: 'terminating connection due to administrator command' },
    { code: '57P02', message: 'terminating connection because of crash of another server process' },
    { code: '57P03', message: 'the database system is in recovery mode' },
    { code: '08P01', message: 'server conn crashed?' },
    { code: '53100', message: 'could not extend file: No space left on device' },
    {
      code: '55000',
      severity: 'FATAL',
      message: 'database is not currently accepting connections',
    },
    { code: 'EPIPE', syscall: 'write', message: 'write EPIPE' },
    { code: 'ENOENT', syscall: 'connect', message: 'connect ENOENT /run/.s.PGSQL.5432' },
    new Error('Connection terminated unexpectedly'),
    new Error('Client has encountered a connection error and is not queryable'),
    new Error('timeout exceeded when trying to connect'),
  ])('is detected by $message', (error) => {
    expect(isDatabaseDown(error)).toBe(true)
  })

  it.each([
    { code: 'ENOENT', syscall: 'open', message: 'no such file' },
    { code: '23505', message: 'duplicate key value' },
    { code: '42P01', message: 'relation does not exist' },
    new Error('Cannot read properties of undefined'),
  ])('is not detected by $message', (error) => {
    expect(isDatabaseDown(error)).toBe(false)
  })

  it('is detected without a socket, and without a listener', async () => {
    const parts = { user: 'nobody', database: 'none' }
    const nowhere = open({ ...parts, host: path.join(tmpdir(), 'no-such-directory'), port: 5432 })
    expect(isDatabaseDown(await failure(sql`select 1`.execute(nowhere)))).toBe(true)
    const refused = open({ ...parts, host: '127.0.0.1', port: 1 })
    expect(isDatabaseDown(await failure(sql`select 1`.execute(refused)))).toBe(true)
  })

  it('is detected when it ends our connection during a statement, and the next statement works', async () => {
    const [database, other] = [open(await testConnection()), open(await testConnection())]
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database)
    const cut = failure(sql`select pg_sleep(60)`.execute(database))
    await sql`select pg_terminate_backend(${rows[0]?.pid}::integer)`.execute(other)
    expect(isDatabaseDown(await cut)).toBe(true)
    expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }])
  })
})

describe('a statement of a serving process', () => {
  it('is ended by PostgreSQL when it takes too long', async () => {
    const database = open(await testConnection(), { server: 50, client: 5_000 })
    const error = await failure(sql`select pg_sleep(60)`.execute(database))
    expect(error).toMatchObject({ code: '57014' })
    expect(isDatabaseDown(error)).toBe(true)
  })

  it('times out without an answer, and its connection is not reused', async () => {
    const database = open(await testConnection(), { server: 60_000, client: 300 })
    expect(isDatabaseDown(await failure(sql`select pg_sleep(60)`.execute(database)))).toBe(true)
    expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }])
  })

  it('times out in a transaction, too, when the server never answers', async () => {
    const server = createServer(nothing).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const silent = { host: '127.0.0.1', port, user: 'nobody', database: 'none' }
    const pool = openServingPool(silent, nothing)
    Object.assign(pool.options, { connectionTimeoutMillis: 100 })
    const database = databaseOver(pool, nothing, silent)
    const work = database.transaction().execute((transaction) => sql`select 1`.execute(transaction))
    expect(isDatabaseDown(await failure(work))).toBe(true)
  })
})
