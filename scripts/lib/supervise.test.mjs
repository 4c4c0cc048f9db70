import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'

const child = `
  process.on('disconnect', () => setTimeout(() => { console.log('ended in order'); process.exit(3) }, 300))
  setInterval(() => {}, 1000)
  console.log('up')`
const launcher = `
  import { supervise } from '${import.meta.dirname}/supervise.mjs'
  process.exitCode = await supervise(process.execPath, ['-e', ${JSON.stringify(child)}])`

/** Starts a program under supervision and waits until it is up. */
async function start() {
  const process_ = spawn(process.execPath, ['--input-type=module', '-e', launcher], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: process_.stdout })
  expect(await once(lines, 'line')).toEqual(['up'])
  return { launcher: process_, nextLine: once(lines, 'line'), exit: once(process_, 'exit') }
}

describe('a supervised program', () => {
  it.each(['SIGTERM', 'SIGHUP'])(
    'ends in order at %s, and its exit code is ours',
    async (signal) => {
      const running = await start()
      running.launcher.kill(signal)
      expect(await running.nextLine).toEqual(['ended in order'])
      expect(await running.exit).toEqual([3, null])
    },
  )

  it('ends in order when npm passes on a signal that everybody was sent', async () => {
    const running = await start()
    running.launcher.kill('SIGTERM')
    running.launcher.kill('SIGINT')
    expect(await running.nextLine).toEqual(['ended in order'])
    expect(await running.exit).toEqual([3, null])
  })

  it('ends in order when its launcher is killed', async () => {
    const running = await start()
    running.launcher.kill('SIGKILL')
    expect(await running.nextLine).toEqual(['ended in order'])
  })
})
