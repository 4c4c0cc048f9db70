import { expect, it } from 'vitest'
import { createBackground } from './background.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

it('runs every task, at most `concurrency` at once, although some fail', async () => {
  const background = createBackground(silent, { concurrency: 2 })
  let running = 0
  let most = 0
  const done: number[] = []
  const work = (number: number) => async () => {
    most = Math.max(most, ++running)
    await Promise.resolve()
    running -= 1
    done.push(number)
    // A task may add another one, also as the last of its lane.
    if (number < 10) background.run(work(number + 100))
    if (number % 3 === 0) throw new Error('broke')
  }
  for (let number = 0; number < 20; number++) background.run(work(number))
  await background.idle()
  expect(most).toBe(2)
  expect(done.toSorted((a, b) => a - b)).toEqual([
    ...Array(20).keys(),
    ...Array.from({ length: 10 }, (_, i) => i + 100),
  ])
})

it('drops waiting tasks when it stops, and waits for running ones', async () => {
  const background = createBackground(silent, { concurrency: 1 })
  const gate = Promise.withResolvers<void>()
  const done: string[] = []
  background.run(async () => {
    await gate.promise
    done.push('running')
  })
  background.run(async () => void done.push('waiting'))
  const stopped = background.stop()
  gate.resolve()
  await stopped
  expect(done).toEqual(['running'])
})

it('runs a task at once beside the others, at most `atOnce` of them', async () => {
  const background = createBackground(silent, { atOnce: 1 })
  const gate = Promise.withResolvers<string>()
  const first = background.tryRun(() => gate.promise)
  expect(background.tryRun(async () => 'second')).toBeNull()
  const done: string[] = []
  background.run(async () => void done.push('beside it'))
  expect(done).toEqual(['beside it'])
  const idle = background.idle().then(() => done.push('idle'))
  gate.resolve('first')
  expect(await first).toBe('first')
  await idle
  expect(done).toEqual(['beside it', 'idle'])

  await expect(background.tryRun(() => Promise.reject(new Error('broke')))).rejects.toThrow('broke')
  await background.idle()
  expect(await background.tryRun(async () => 'free again')).toBe('free again')
  await background.stop()
  expect(background.tryRun(async () => 'stopped')).toBeNull()
})
