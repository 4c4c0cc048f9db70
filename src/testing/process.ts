import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll } from 'vitest'
import { testConnection } from './database.ts'

const root = path.join(import.meta.dirname, '../..')

export type Running = { url: string; kill(): Promise<void>; stop(): Promise<number | null> }

/**
 * The product as real processes, on a data directory of the test's own. The database is the embedded one, or a fresh one
 * on the server that `DATABASE_URL` names.
 */
export async function productOnDisk(environment: Record<string, string> = {}) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'atelier-product-'))
  const started: ChildProcess[] = []
  afterAll(async () => {
    for (const child of started) killTree(child)
    const place = await readFile(path.join(dataDir, 'postgres.location'), 'utf8').catch(() => null)
    if (place) await rm(place.trim(), { recursive: true, force: true })
    await rm(dataDir, { recursive: true, force: true })
  })
  const connection = process.env.DATABASE_URL ? await testConnection() : null
  const databaseUrl = connection && 'url' in connection ? connection.url : ''
  const env = { ...process.env, PORT: '0', DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...environment }

  const start = async (): Promise<Running> => {
    const child = spawn(process.execPath, ['src/main/serve.ts'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    started.push(child)
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    return {
      url: await address(child),
      kill: async () => {
        killTree(child)
        await ended
      },
      stop: () => {
        child.kill('SIGTERM')
        return ended
      },
    }
  }
  return { dataDir, start, atelier: (...args: string[]) => command(env, args) }
}

async function address(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The product has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/localhost:\d+/.exec(line)?.[0]
    if (url) {
      child.stdout.resume()
      return url
    }
  }
  throw new Error('The product ended before it was ready')
}

/** The operator's command line: its exit code and what it printed. */
function command(env: NodeJS.ProcessEnv, args: string[]) {
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = spawn(process.execPath, ['src/main/atelier.ts', ...args], { cwd: root, env })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    child.once('exit', (code) => resolve({ code, output }))
  })
}

/** `kill -9` for a process and everything it started, its database included. */
function killTree(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  for (const pid of [child.pid, ...descendants(child.pid)]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended by itself in the meantime.
    }
  }
}

function descendants(pid: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const pairs = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const children = pairs.flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []))
  return children.flatMap((child) => [child, ...descendants(child)])
}
