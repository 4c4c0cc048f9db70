import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { findRunningPostgres } from '#platform/database/embedded/embedded-postgres.ts'
import { dropDatabase, execute, named } from './database/postgres.ts'
import { killTree } from './kill-tree.ts'
import { createTemporaryDirectory, removeTemporaryDirectory } from './temporary-directory.ts'

/** The folder of this repository. */
export const repository = path.join(import.meta.dirname, '../..')

export type RunningProduct = { url: string; kill(): Promise<void>; stop(): Promise<number | null> }

export type Product = {
  dataDir: string
  /** Where its database is, unless that is the embedded one. */
  databaseUrl: string | null
  start(): Promise<RunningProduct>
  /** The operator's command line: its exit code, what it answered, and what it said beside that. */
  atelier(...args: string[]): Promise<{ code: number | null; output: string; said: string }>
  /** Ends what still runs and forgets its data. */
  remove(): Promise<void>
}

/**
 * The product as real processes, on a data directory of the test's own. The database is the
 * embedded one, or a fresh one on the server that `DATABASE_URL` names. `root`: where its source
 * and its built pages are.
 */
export async function createProduct(
  environment: Record<string, string> = {},
  root = repository,
): Promise<Product> {
  const dataDir = await createTemporaryDirectory('product')
  const temporary = path.join(dataDir, 'tmp')
  await mkdir(temporary)
  const started: ChildProcess[] = []
  const database = process.env.DATABASE_URL ? await freshDatabase(process.env.DATABASE_URL) : null
  // Drawing the demo account's records would slow down what a test measures, and no test reads
  // them. An operator's own `.env` must not give a test its keys.
  const own = {
    ENV_FILE: '',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database?.url ?? '',
    MOCK_SAMPLES: 'off',
    // A process that is killed leaves its temporary files behind.
    TMPDIR: temporary,
    NODE_COMPILE_CACHE: path.join(repository, 'node_modules/.cache/node-compile'),
  }
  const env: NodeJS.ProcessEnv = { ...process.env, ...own, ...environment }

  // Started again it has the same address: webhooks that are on their way are sent to that one.
  const start = async (): Promise<RunningProduct> => {
    const child = spawn(process.execPath, ['src/main/server.ts'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    started.push(child)
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    const url = await address(child)
    env.PORT = new URL(url).port
    return {
      url,
      kill: async () => {
        kill(child)
        await ended
      },
      stop: () => {
        child.kill('SIGTERM')
        return ended
      },
    }
  }
  // Also when this process exits, and before it removes the directory.
  const killAll = () => {
    for (const child of started) kill(child)
  }
  process.prependOnceListener('exit', killAll)
  const remove = async () => {
    killAll()
    const place = await readFile(path.join(dataDir, 'postgres.location'), 'utf8').catch(() => null)
    if (place) await rm(place.trim(), { recursive: true, force: true })
    process.off('exit', killAll)
    await removeTemporaryDirectory(dataDir)
    await database?.drop()
  }
  const databaseUrl = database?.url ?? null
  return { dataDir, databaseUrl, start, remove, atelier: (...args) => command(env, args, root) }
}

/** The product's own database: a process of the command line for each account took a second. */
export async function databaseOf({ databaseUrl, dataDir }: Product): Promise<Database> {
  const running = databaseUrl
    ? { connection: { url: databaseUrl } }
    : await findRunningPostgres(dataDir)
  if (!running) throw new Error('The product has no database')
  return openDatabase(running.connection, () => undefined, 1)
}

async function freshDatabase(url: string) {
  const name = `atelier_product_${randomBytes(6).toString('hex')}`
  await execute({ url }, `create database ${name}`)
  const own = named({ url }, name)
  return {
    url: 'url' in own ? own.url : '',
    drop: () => dropDatabase({ url }, name),
  }
}

async function address(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The product has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /https?:\/\/localhost:\d+/.exec(line)?.[0]
    if (url) {
      child.stdout.resume()
      return url
    }
  }
  throw new Error('The product ended before it was ready')
}

function command(env: NodeJS.ProcessEnv, args: string[], root: string) {
  // Node says on stderr that one of these overrides the other, where a machine sets both.
  const { FORCE_COLOR: _, NO_COLOR: __, ...plain } = env
  const child = spawn(process.execPath, ['src/main/atelier.ts', ...args], { cwd: root, env: plain })
  return new Promise<{ code: number | null; output: string; said: string }>((resolve) => {
    const [output, said] = [text(child.stdout), text(child.stderr)]
    child.once('close', async (code) => resolve({ code, output: await output, said: await said }))
  })
}

function kill({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) killTree(pid)
}
