import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

const running = new Set<ChildProcess>()
const folders: string[] = []

// The last resort, however the benchmark ends but by `kill -9`.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Remembers a child process, so that none outlives the benchmark. */
export function track(child: ChildProcess): ChildProcess {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Asks a child to end and waits; after `patienceMs` it is killed. */
export async function end(child: ChildProcess, patienceMs = 10_000): Promise<void> {
  if (!running.has(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const patience = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  await ended
  clearTimeout(patience)
}

/** Returns a new empty folder that is gone when this process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'atelier-bench-'))
  folders.push(folder)
  return folder
}

/** Returns a port of loopback that is free. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
