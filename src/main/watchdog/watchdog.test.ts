import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterEach, expect, it } from 'vitest'

const processes: ChildProcess[] = []
afterEach(() => {
  for (const each of processes.splice(0)) each.kill('SIGKILL')
})

/** Starts a process whose event loop stands still, and collects what it logs. */
function startStuck({ stuckMs, limitMs }: { stuckMs: number; limitMs: number | null }) {
  const script = new URL('../../../tests/support/stuck-process.ts', import.meta.url)
  const child = fork(script, [String(stuckMs), String(limitMs ?? 0)], {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  processes.push(child)
  const lines: Record<string, unknown>[] = []
  if (child.stdout)
    createInterface(child.stdout).on('line', (line) => void lines.push(JSON.parse(line)))
  const logged = (msg: string) => lines.find((line) => line.msg === msg)
  return { exit: once(child, 'exit'), lines, logged }
}

it('logs the stack and the request of an event loop that stands still, and ends it', async () => {
  const { exit, logged } = startStuck({ stuckMs: 600_000, limitMs: 4_000 })
  expect(await exit).toEqual([null, 'SIGKILL'])
  const line = logged('event loop stands still')
  expect(line).toMatchObject({ level: 50, role: 'worker', requestId: 'request-1' })
  expect(line?.stack).toEqual(
    expect.arrayContaining([expect.stringMatching(/^readForEver .*stuck-process\.ts:\d+$/)]),
  )
  expect(logged('event loop does not return: the process is ended')).toMatchObject({ level: 60 })
})

it('counts an event loop that runs again, and does not end it', async () => {
  const { logged, lines } = startStuck({ stuckMs: 4_000, limitMs: 60_000 })
  await expect.poll(() => logged('event loop runs again')).toBeDefined()
  expect(lines.filter(({ msg }) => msg === 'atelier_event_loop_stalls_total')).toHaveLength(1)
})

it('ends nothing without a limit', async () => {
  const { logged } = startStuck({ stuckMs: 6_000, limitMs: null })
  await expect.poll(() => logged('event loop runs again')).toBeDefined()
})
