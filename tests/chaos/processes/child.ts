import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../../..')

export type Child = {
  process: ChildProcess
  /**
   * The first message it sends, or the first line that fits `ready`. Rejects when it ends before.
   */
  started: Promise<unknown>
  ended: Promise<string>
  /** Ends it in order. */
  stop(): Promise<void>
  kill(): void
}

type Start = {
  script: string
  args?: string[]
  env?: Record<string, string>
  logFile: string
  ready?: RegExp
}

/**
 * Runs one of our scripts as a process that ends when this one does, even by a kill: its IPC
 * channel closes then.
 */
export function startChild({ script, args = [], env = {}, logFile, ready }: Start): Child {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl+C is for the harness, which ends its children in order.
    detached: true,
  })
  const log = createWriteStream(logFile, { flags: 'a' })
  const { promise: started, resolve, reject } = Promise.withResolvers<unknown>()
  started.catch(() => undefined)
  child.once('message', resolve)
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      log.write(chunk)
      if (ready?.test(chunk.toString())) resolve(true)
    })
  }
  const ended = new Promise<string>((resolveEnd) => {
    child.once('exit', (code, signal) => {
      const reason = signal ?? `exit code ${code}`
      log.end()
      reject(new Error(`${script} ended before it was ready: ${reason}; see ${logFile}`))
      resolveEnd(reason)
    })
  })
  return {
    process: child,
    started,
    ended,
    kill: () => void child.kill('SIGKILL'),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const force = setTimeout(() => child.kill('SIGKILL'), 20_000)
      child.kill('SIGTERM')
      await once(child, 'exit')
      clearTimeout(force)
    },
  }
}
