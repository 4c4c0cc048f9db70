import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { endlessVideo } from '#testing/endless-video.ts'
import { startParser } from './parser.ts'

it('ends when it takes more memory than it may', async () => {
  const ended = Promise.withResolvers<void>()
  const parser = startParser(ended.resolve, { maxBytes: 10 * 1024 ** 2 })
  const { input, read } = await endlessVideo()
  const found = parser.run('inspectContainer', input, { read, timeoutMs: 60_000 })
  await expect(found).rejects.toMatchObject({
    cause: 'exit',
    message: expect.stringContaining('SIGKILL'),
  })
  await ended.promise
  expect(parser.isUsable()).toBe(false)
})

it('ends when the process is gone that started it, in the middle of a task', async () => {
  const script = new URL('../../../tests/support/parser-owner.ts', import.meta.url)
  const owner = fork(script, [], { execArgv: [] })
  onTestFinished(() => void owner.kill('SIGKILL'))
  const [pid] = await once(owner, 'message')
  onTestFinished(() => void (hasEnded(pid) || process.kill(pid, 'SIGKILL')))
  expect(hasEnded(pid)).toBe(false)
  owner.kill('SIGKILL')
  await expect.poll(() => hasEnded(pid)).toBe(true)
})

/** An ended process is in the list, as a zombie, until its parent has waited for it. */
function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
