import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { kill, killPostmaster, query, spawnOwner } from '#testing/database/start-embedded-owner.ts'
import {
  AlreadyRunning,
  type EmbeddedPostgres,
  findRunningPostgres,
  startEmbeddedPostgres,
} from './embedded-postgres.ts'

describe('the embedded PostgreSQL', { timeout: 60_000 }, () => {
  let dataDir: string
  let running: EmbeddedPostgres[]

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'atelier-embedded-'))
    await chmod(dataDir, 0o755)
    running = []
  })

  afterEach(async () => {
    for (const postgres of running) await postgres.stop()
    await rm(dataDir, { recursive: true })
  })

  async function start() {
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
    running.push(postgres)
    return postgres
  }

  async function startWithOneRow() {
    const postgres = await start()
    await query(postgres.connection, 'create table note as select 1 as number')
    return postgres
  }

  it('creates a durable UTF-8 database that listens on a private socket only', async () => {
    const { connection } = await start()
    const setting = async (name: string) => (await query(connection, `show ${name}`))[0]
    expect(await setting('server_encoding')).toEqual({ server_encoding: 'UTF8' })
    expect(await setting('fsync')).toEqual({ fsync: 'on' })
    expect(await setting('synchronous_commit')).toEqual({ synchronous_commit: 'on' })
    expect(await setting('data_checksums')).toEqual({ data_checksums: 'on' })
    expect(
      await query(connection, `select upper('é') as upper, 'Z' < 'a' as by_code_point`),
    ).toEqual([{ upper: 'É', by_code_point: true }])
    if (process.platform !== 'win32')
      expect(await setting('listen_addresses')).toEqual({ listen_addresses: '' })
  })

  it('keeps its data after a restart', async () => {
    await (await startWithOneRow()).stop()
    const { connection } = await start()
    expect(await query(connection, 'select number from note')).toEqual([{ number: 1 }])
  })

  it('is found by another program while it runs, and only then', async () => {
    expect(await findRunningPostgres(dataDir)).toBeNull()
    const postgres = await start()
    expect(await findRunningPostgres(dataDir)).toEqual({ connection: postgres.connection })
    await postgres.stop()
    expect(await findRunningPostgres(dataDir)).toBeNull()
  })

  it('refuses a second start on the same data directory, leaving the first untouched', async () => {
    const owner = await spawnOwner(dataDir)
    if ('error' in owner) throw new Error(owner.error)
    await expect(start()).rejects.toEqual(new AlreadyRunning(dataDir))
    expect(await query(owner.connection, 'select 1 as alive')).toEqual([{ alive: 1 }])

    owner.process.kill('SIGTERM')
    await new Promise((resolve) => owner.process.once('exit', resolve))
    await start()
  })

  it('lets exactly one of several concurrent first starts succeed', async () => {
    const owners = await Promise.all([
      spawnOwner(dataDir),
      spawnOwner(dataDir),
      spawnOwner(dataDir),
    ])
    expect(
      owners.map((owner) => ('error' in owner ? owner.error.split(':')[0] : 'running')).sort(),
    ).toEqual(['AlreadyRunning', 'AlreadyRunning', 'running'])
    for (const owner of owners) if (!('error' in owner)) await kill(owner.process)
    await start()
  })

  it('starts after its process was killed, with everything committed', async () => {
    const owner = await spawnOwner(dataDir)
    if ('error' in owner) throw new Error(owner.error)
    await query(owner.connection, 'create table note as select 1 as number')
    await kill(owner.process)

    const { connection } = await start()
    expect(await query(connection, 'select number from note')).toEqual([{ number: 1 }])
  })

  it('recovers when the whole process tree was killed', async () => {
    const owner = await spawnOwner(dataDir)
    if ('error' in owner) throw new Error(owner.error)
    await query(owner.connection, 'create table note as select 1 as number')
    await killPostmaster(owner.location)
    await kill(owner.process)

    const { connection } = await start()
    expect(await query(connection, 'select number from note')).toEqual([{ number: 1 }])
  })

  it('reports an unexpected exit of PostgreSQL, and can restart it', async () => {
    const postgres = await startWithOneRow()
    const reason = new Promise((resolve) => postgres.onUnexpectedExit(resolve))
    await killPostmaster(postgres.location)
    expect(await reason).toBe('killed by SIGKILL')

    await postgres.restart()
    expect(await query(postgres.connection, 'select number from note')).toEqual([{ number: 1 }])
  })

  it('reports no unexpected exit when it was stopped', async () => {
    const postgres = await start()
    const reasons: string[] = []
    postgres.onUnexpectedExit((reason) => reasons.push(reason))
    await Promise.all([postgres.stop(), postgres.stop()])
    expect(reasons).toEqual([])
  })
})
