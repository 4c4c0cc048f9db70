import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { appendFile, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { chooseUser, spawnOptions } from '#platform/database/embedded/system-user.ts'
import { execute } from './postgres.ts'

const run = promisify(execFile)

/** A node of a cluster: the coordinator is the first. */
export type CitusNode = {
  /** The directory of its socket, which is also its name in the cluster. */
  directory: string
  connection(database: string): { url: string }
  start(): Promise<void>
  stop(mode: 'fast' | 'immediate'): Promise<void>
}

export type CitusCluster = {
  nodes: [CitusNode, ...CitusNode[]]
  /** Creates an empty database on every node and makes the others workers of the first. */
  createDatabase(name: string, settings?: string[]): Promise<void>
  /** Stops it and deletes its data. */
  stop(): Promise<void>
}

const settings = (directory: string, isDurable: boolean) => `
listen_addresses = ''
unix_socket_directories = '${directory}'
shared_preload_libraries = 'citus'
fsync = ${isDurable ? 'on' : 'off'}
max_connections = 400
max_prepared_transactions = 400
max_worker_processes = 200
shared_buffers = 64MB
citus.local_hostname = '${directory}'
`

/**
 * Starts a coordinator and workers of the PostgreSQL in `folder`, each on a socket alone. They run
 * as another user where we are root, as PostgreSQL refuses root.
 */
export async function startCitusCluster(
  folder: string,
  { workers = 2, isDurable = false } = {},
): Promise<CitusCluster> {
  const user = await chooseUser('/nonexistent')
  const directory = await mkdtemp(path.join(user ? '/tmp' : tmpdir(), 'atelier-citus-'))
  if (user) await chown(directory, user.uid, user.gid)
  const ownRun = (program: string, args: string[]) =>
    run(path.join(folder, program), args, spawnOptions(user))
  const removeData = () => rm(directory, { recursive: true, force: true })
  const [coordinator, ...others] = await startNodes().catch(async (error: unknown) => {
    await removeData()
    throw error
  })

  async function startNodes(): Promise<CitusCluster['nodes']> {
    const first = await startNode(0)
    const numbers = Array.from({ length: workers }, (_, index) => index + 1)
    return [first, ...(await Promise.all(numbers.map(startNode)))]
  }

  async function startNode(number: number): Promise<CitusNode> {
    const place = path.join(directory, String(number))
    await mkdir(place)
    if (user) await chown(place, user.uid, user.gid)
    const data = path.join(place, 'data')
    const options = ['--username=atelier', '--auth=trust', '--encoding=UTF8', '--locale=C']
    await ownRun('initdb', [`--pgdata=${data}`, '--no-sync', ...options])
    await appendFile(path.join(data, 'postgresql.conf'), settings(place, isDurable))
    const log = `--log=${path.join(place, 'log')}`
    const node: CitusNode = {
      directory: place,
      connection: (database) => ({
        url: `postgres://atelier@localhost/${database}?host=${encodeURIComponent(place)}`,
      }),
      start: async () =>
        void (await ownRun('pg_ctl', ['start', '--wait', `--pgdata=${data}`, log])),
      stop: async (mode) =>
        void (await ownRun('pg_ctl', ['stop', `--mode=${mode}`, `--pgdata=${data}`])),
    }
    await node.start()
    return node
  }

  const nodes: CitusCluster['nodes'] = [coordinator, ...others]
  return {
    nodes,
    createDatabase: async (name, sessionSettings = []) => {
      await Promise.all(
        nodes.map(async (node) => {
          await execute(node.connection('postgres'), `create database ${name}`)
          const each = sessionSettings.map((setting) => `alter database ${name} set ${setting};`)
          await execute(node.connection(name), `create extension citus; ${each.join(' ')}`)
        }),
      )
      const added = others.map((node) => `select citus_add_node('${node.directory}', 5432);`)
      const host = `select citus_set_coordinator_host('${coordinator.directory}', 5432);`
      for (const statement of [host, ...added])
        await execute(coordinator.connection(name), statement)
    },
    stop: async () => {
      await Promise.all(nodes.map((node) => node.stop('immediate').catch(() => undefined)))
      await removeData()
    },
  }
}

const debian = '/usr/lib/postgresql'

/** The folder with the programs of a PostgreSQL that has Citus; `null`: none is installed. */
export function findCitusPrograms(): string | null {
  const { stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  const packaged = existsSync(debian) ? readdirSync(debian) : []
  const folders = [
    ...(stdout ? [stdout.trim()] : []),
    ...packaged.map((version) => path.join(debian, version, 'bin')),
  ]
  return (
    folders.find((folder) => existsSync(path.join(folder, 'postgres')) && hasCitus(folder)) ?? null
  )
}

function hasCitus(folder: string): boolean {
  const program = path.join(folder, 'pg_config')
  const library = existsSync(program)
    ? spawnSync(program, ['--pkglibdir'], { encoding: 'utf8' }).stdout.trim()
    : path.join(folder, '../lib')
  return existsSync(path.join(library, 'citus.so'))
}
