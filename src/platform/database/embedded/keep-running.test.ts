import { describe, expect, it } from 'vitest'
import { keepRunning } from './keep-running.ts'

/** A fake database that dies on request, and starts unless configured to fail. */
function fakeDatabase({ failingStarts = 0 } = {}) {
  let die: (reason: string) => void = () => undefined
  let starts = 0
  return {
    onUnexpectedExit: (listener: (reason: string) => void) => {
      die = listener
    },
    restart: async () => {
      starts++
      if (starts <= failingStarts) throw new Error('no space on the disk')
    },
    die: (reason: string) => die(reason),
    starts: () => starts,
  }
}

/** Collects events; `next` waits for one. */
function watch() {
  const happened: string[] = []
  let wake: () => void = () => undefined
  const note = (what: string) => {
    happened.push(what)
    wake()
  }
  const next = () =>
    new Promise<void>((resolve) => {
      wake = resolve
    })
  return {
    options: {
      pauses: [0, 1, 1],
      onRestart: (event: { reason: string } | 'running') =>
        note(event === 'running' ? event : `down: ${event.reason}`),
      onLost: (reason: string) => note(`lost: ${reason}`),
    },
    happened,
    until: async (count: number) => {
      while (happened.length < count) await next()
      return happened
    },
  }
}

describe('keeping a database running', () => {
  it('restarts it after each exit', async () => {
    const [postgres, seen] = [fakeDatabase(), watch()]
    keepRunning(postgres, seen.options)
    postgres.die('killed by SIGKILL')
    await seen.until(2)
    postgres.die('exit code 2')
    expect(await seen.until(4)).toEqual([
      'down: killed by SIGKILL',
      'running',
      'down: exit code 2',
      'running',
    ])
  })

  it('gives up when it exits repeatedly within a minute', async () => {
    const [postgres, seen] = [fakeDatabase(), watch()]
    keepRunning(postgres, seen.options)
    for (const death of [1, 2, 3]) {
      postgres.die(`death ${death}`)
      await seen.until(2 * death)
    }
    postgres.die('death 4')
    expect((await seen.until(7)).at(-1)).toBe('lost: death 4')
    expect(postgres.starts()).toBe(3)
  })

  it('retries a failing start until it succeeds, and counts only exits', async () => {
    const [postgres, seen] = [fakeDatabase({ failingStarts: 9 }), watch()]
    keepRunning(postgres, seen.options)
    postgres.die('killed by SIGKILL')
    expect((await seen.until(11)).slice(-2)).toEqual(['down: no space on the disk', 'running'])
    postgres.die('killed by SIGKILL')
    expect((await seen.until(13)).slice(-2)).toEqual(['down: killed by SIGKILL', 'running'])
  })

  it('leaves it down when stopped during a pause', async () => {
    const [postgres, seen] = [fakeDatabase(), watch()]
    const { stop } = keepRunning(postgres, { ...seen.options, pauses: [60_000] })
    postgres.die('killed by SIGKILL')
    await seen.until(1)
    stop()
    postgres.die('killed by SIGKILL')
    expect(postgres.starts()).toBe(0)
    expect(seen.happened).toHaveLength(1)
  })
})
