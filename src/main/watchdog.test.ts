import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { runStep } from '#core/generations/steps/run-step.ts'
import type { GenerationRow } from '#core/generations/tables.ts'
import { testConnection } from '#testing/database/database.ts'
import { urlOf } from '#testing/database/url-of.ts'
import { claim, readRow } from '#testing/drive.ts'
import { notesOf, stepWorld } from '#testing/services/step-world.ts'

const databaseUrl = urlOf(await testConnection())
const world = await stepWorld()

const processes: ChildProcess[] = []
afterAll(() => {
  for (const each of processes.splice(0)) each.kill('SIGKILL')
})

type Stuck = { stuckMs: number; limitMs: number | null; row?: GenerationRow }

/**
 * Starts a process whose event loop stands still, in the step of a generation, and collects what it
 * logs.
 */
function startStuck({ stuckMs, limitMs, row }: Stuck) {
  const step = row ? [row.id, row.account_id] : []
  const script = new URL('../../tests/support/stuck-process.ts', import.meta.url)
  const child = fork(script, [String(stuckMs), String(limitMs ?? 0), databaseUrl, ...step], {
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

it.concurrent('logs the stack and the request of an event loop that stands still, and ends it', async () => {
  const { exit, lines, logged } = startStuck({ stuckMs: 600_000, limitMs: 4_000 })
  expect(await exit).toEqual([null, 'SIGKILL'])
  // A busy machine may hold up its start, too, which has no request.
  const line = lines.find(({ msg, requestId }) => msg === 'event loop stands still' && requestId)
  expect(line).toMatchObject({ level: 50, role: 'worker', requestId: 'request-1' })
  expect(line?.stack).toEqual(
    expect.arrayContaining([expect.stringMatching(/^readForEver .*stuck-process\.ts:\d+$/)]),
  )
  expect(logged('event loop does not return: the process is ended')).toMatchObject({ level: 60 })
})

it.concurrent('counts an event loop that runs again, and does not end it', async () => {
  const { logged, lines } = startStuck({ stuckMs: 4_000, limitMs: 60_000 })
  await expect.poll(() => logged('event loop runs again')).toBeDefined()
  expect(lines.filter(({ msg }) => msg === 'atelier_event_loop_stalls_total')).toHaveLength(1)
})

it.concurrent('ends nothing without a limit', async () => {
  const { logged } = startStuck({ stuckMs: 6_000, limitMs: null })
  await expect.poll(() => logged('event loop runs again')).toBeDefined()
})

it.concurrent('counts a stall at the generation in whose step it is, which the second one ends', async () => {
  const { context, start, money } = await world()
  const { id } = await start()
  const row = await readRow(context, id)
  const collect = sql`update job set step = 'collect', next_step_at = now(), lease_until = now()
    where generation_id = ${id}`
  for (const stalls of [0, 1]) {
    await collect.execute(context.database)
    expect(await claim(context)).toMatchObject([{ id, stalls }])
    await startStuck({ stuckMs: 600_000, limitMs: 3_000, row }).exit
  }
  await collect.execute(context.database)
  for (const due of await claim(context)) await runStep(context, due)
  const ended = { status: 'failed', error_code: 'result_lost', refunded: 30 }
  expect(await readRow(context, id)).toMatchObject(ended)
  expect(await notesOf(context, id)).toEqual([{ reason: 'ends_workers' }])
  expect(await money()).toMatchObject({ balance: 500, sum: 500 })
})
