import { spawn } from 'node:child_process'
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

type Options = { databaseUrl: string; roles: Role[]; providerUrl: string; environment?: Record<string, string> }

/** The product as it runs in production, one real process a role, on its own data directory. */
export async function startStudio({ databaseUrl, roles, providerUrl, environment = {} }: Options): Promise<Studio> {
  const dataDir = temporaryFolder()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    // An operator's own .env has no say here.
    ENV_FILE: '',
    ATELIER_MODE: 'production',
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
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
  const children = await Promise.all(
    roles.map((role) => startProcess({ ...env, ATELIER_ROLE: role }, path.join(dataDir, `${role}.log`))),
  )
  const stop = async () => {
    await Promise.all(children.map(end))
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url, pids: children.map(({ pid }) => pid ?? 0), [Symbol.asyncDispose]: stop }
}

/** Its log goes to a file, as a collector's would: reading it must not cost the benchmark anything. */
async function startProcess(env: NodeJS.ProcessEnv, logFile: string) {
  const log = openSync(logFile, 'a')
  const profile = process.env.BENCH_PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`] : []
  const child = track(
    spawn(process.execPath, [...profile, 'src/main/serve.ts'], { cwd: root, env, stdio: ['ignore', log, log, 'ipc'] }),
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
