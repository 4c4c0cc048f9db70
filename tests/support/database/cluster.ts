import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { appendFile, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { chooseUser, spawnOptions } from '#platform/database/embedded/system-user.ts'

const run = promisify(execFile)

export type Cluster = {
  /** The address of one of its databases. `postgres` is there from the beginning. */
  url(database: string): string
  /**
   * Runs one of PostgreSQL's programs, of the cluster's own version. Rejects unless it exits with
   * 0.
   */
  run(program: string, args: string[]): Promise<unknown>
  stop(): Promise<void>
}

/**
 * A PostgreSQL of the machine's own, whose programs lie in `folder`; forgotten when it stops. It
 * listens on a socket alone, so it needs no port, and runs as another user where we are root, as
 * PostgreSQL refuses root.
 */
export async function startCluster(folder: string): Promise<Cluster> {
  const user = await chooseUser('/nonexistent')
  const directory = await mkdtemp(path.join(user ? '/tmp' : tmpdir(), 'atelier-cluster-'))
  if (user) await chown(directory, user.uid, user.gid)
  const data = path.join(directory, 'data')
  const ownRun = (program: string, args: string[]) =>
    run(path.join(folder, program), args, spawnOptions(user))

  await ownRun('initdb', [
    `--pgdata=${data}`,
    '--username=atelier',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
  ])
  const settings = `listen_addresses = ''\nunix_socket_directories = '${directory}'\nfsync = off\n`
  await appendFile(path.join(data, 'postgresql.conf'), settings)
  await ownRun('pg_ctl', [
    'start',
    '--wait',
    `--pgdata=${data}`,
    `--log=${path.join(directory, 'log')}`,
  ])
  return {
    url: (database) =>
      `postgres://atelier@localhost/${database}?host=${encodeURIComponent(directory)}`,
    run: (program, args) => run(path.join(folder, program), args),
    stop: async () => {
      await ownRun('pg_ctl', ['stop', '--mode=immediate', `--pgdata=${data}`])
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** What a cluster, its backup and its return are made with. */
const programs = ['postgres', 'initdb', 'pg_ctl', 'pg_dump', 'pg_restore']

const oldest = 15
const debian = '/usr/lib/postgresql'

/**
 * The folder with PostgreSQL's programs, so that all are of one version; `null`: none is complete
 * and new enough. Debian keeps them away from the `PATH`.
 */
export function findPostgresPrograms(): string | null {
  const { stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  const packaged = existsSync(debian)
    ? readdirSync(debian).sort((one, other) => Number(other) - Number(one))
    : []
  const folders = [
    ...(stdout ? [stdout.trim()] : []),
    ...packaged.map((version) => path.join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ]
  return folders.find((folder) => isWhole(folder) && versionIn(folder) >= oldest) ?? null
}

function isWhole(folder: string): boolean {
  return programs.every((program) => existsSync(path.join(folder, program)))
}

function versionIn(folder: string): number {
  const { stdout } = spawnSync(path.join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
  return Number(/\d+/.exec(stdout ?? '')?.[0])
}
