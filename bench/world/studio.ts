import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { temporaryFolder } from './folder.ts'
import { end, track } from './process.ts'

/** The benchmark asks more of an account than people may. The limits are looked at all the same. */
const unhurried = {
  ...{ START_BURST: '100000000', STARTS_PER_MINUTE: '100000000' },
  ...{ KEY_START_BURST: '100000000', KEY_STARTS_PER_MINUTE: '100000000' },
  ...{ REQUESTS_PER_MINUTE: '100000000', ANONYMOUS_REQUESTS_PER_MINUTE: '100000000' },
}

const root = path.join(import.meta.dirname, '../..')

export type Role = 'all' | 'web' | 'worker'

/** `pids`: of its processes, in the order of their roles. */
export type Studio = AsyncDisposable & { url: string; pids: number[] }

type Options = {
  databaseUrl: string
  roles: Role[]
  providerUrl: string
  environment?: Record<string, string>
}

/** The product as it runs in production, one real process a role, on its own data directory. */
export async function startStudio({
  databaseUrl,
  roles,
  providerUrl,
  environment = {},
}: Options): Promise<Studio> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { env, dataDir } = environmentOf({
    databaseUrl,
    providerUrl,
    environment: { PUBLIC_URL: url, ...environment },
  })
  const children = await Promise.all(
    roles.map((role) =>
      startProcess(
        { ...env, PORT: String(port), ATELIER_ROLE: role },
        path.join(dataDir, `${role}.log`),
      ),
    ),
  )
  const stop = async () => {
    await Promise.all(children.map((child) => end(child)))
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url, pids: children.map(({ pid }) => pid ?? 0), [Symbol.asyncDispose]: stop }
}

/**
 * `restart`: asks it to end as an operator would, waits, starts it again, and waits until it
 * serves.
 */
export type StudioProcess = { restart(): Promise<void> }

export type Cluster = AsyncDisposable & { start(role: Role, port?: number): Promise<StudioProcess> }

/**
 * The product as several processes on one data directory, each with its own port. `PUBLIC_URL` is
 * in `environment`.
 */
export function openCluster(options: Omit<Options, 'roles'>): Cluster {
  const { env, dataDir } = environmentOf(options)
  const children = new Set<ChildProcess>()
  let starts = 0
  const start = async (role: Role, port: number | undefined) => {
    const own = { ATELIER_ROLE: role, ...(port !== undefined && { PORT: String(port) }) }
    const child = await startProcess(
      { ...env, ...own },
      path.join(dataDir, `${role}-${++starts}.log`),
    )
    children.add(child)
    return child
  }
  return {
    start: async (role, port) => {
      let child = await start(role, port)
      return {
        restart: async () => {
          await end(child, 60_000)
          children.delete(child)
          child = await start(role, port)
        },
      }
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...children].map((child) => end(child)))
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function environmentOf({ databaseUrl, providerUrl, environment = {} }: Omit<Options, 'roles'>) {
  const dataDir = temporaryFolder()
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    // An operator's own .env has no say here.
    ENV_FILE: '',
    ATELIER_MODE: 'production',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: 'a secret of the benchmark, long enough to be one',
    GOOGLE_CLIENT_ID: 'bench',
    GOOGLE_CLIENT_SECRET: 'bench',
    ...unhurried,
    FAL_KEY: 'bench',
    FAL_QUEUE_URL: providerUrl,
    FAL_REST_URL: providerUrl,
    FAL_JWKS_URL: `${providerUrl}/.well-known/jwks.json`,
    ...environment,
  }
  return { env, dataDir }
}

/**
 * Its log goes to a file, as a collector's would: reading it must not cost the benchmark anything.
 */
async function startProcess(env: NodeJS.ProcessEnv, logFile: string) {
  const log = openSync(logFile, 'a')
  const profile = process.env.BENCH_PROFILE
    ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`]
    : []
  const child = track(
    spawn(process.execPath, [...profile, 'src/main/server.ts'], {
      cwd: root,
      env,
      stdio: ['ignore', log, log, 'ipc'],
    }),
  )
  closeSync(log)
  const ended = once(child, 'exit')
  for (;;) {
    const text = await readFile(logFile, 'utf8')
    if (/^ {2}Database /m.test(text)) return child
    if (child.exitCode !== null) throw new Error(`The product ended before it was ready:\n${text}`)
    await Promise.race([ended, delay(20)])
  }
}

/** A port of loopback that nobody has. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
