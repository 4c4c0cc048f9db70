import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { promises as disk } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startEmulatorThread } from './emulator-thread.ts'
import {
  clientOf,
  forever,
  type SubmittedRequest,
  type TestEmulators,
  testEmulators,
  tiny,
} from './testing/test-emulator.ts'

let world: TestEmulators
beforeEach(async () => {
  world = await testEmulators()
})
afterEach(() => world.close())

/** The same job at the address of another emulator. */
const at = (url: string, job: SubmittedRequest): SubmittedRequest => {
  const status_url = new URL(new URL(job.status_url).pathname, url).href
  const response_url = new URL(new URL(job.response_url).pathname, url).href
  return { ...job, status_url, response_url }
}

describe('a restart', () => {
  it('resumes running and waiting jobs, and still answers finished ones', async () => {
    const before = await world.start({ delayMs: 1_000 })
    const jobs = [await before.accepted(), await before.accepted(), await before.accepted()]
    const done = await before.accepted({ ...tiny, num_images: 99 })
    await before.completed(jobs[0] as SubmittedRequest)
    const first = await before.result(jobs[0] as SubmittedRequest)
    await before.stop()

    const after = await world.start()
    expect(await after.stats()).toMatchObject({ submitted: 4 })
    const again = await after.result(at(after.url, jobs[0] as SubmittedRequest))
    expect(JSON.stringify(again.body)).toBe(
      JSON.stringify(first.body).replaceAll(before.url, after.url),
    )
    for (const job of [...jobs, done]) await after.completed(at(after.url, job))
    expect(await after.stats()).toEqual({ submitted: 4, completed: 4, running: 0, queued: 0 })

    const { images } = (await after.result(at(after.url, jobs[2] as SubmittedRequest))).body as {
      images: { url: string }[]
    }
    expect((await fetch(images[0]?.url ?? '')).status).toBe(200)
    expect((await after.result(at(after.url, done))).status).toBe(422)
  })

  it('keeps the faults of a job', async () => {
    const before = await world.start({ delayMs: 500, faults: 'content-policy' })
    const job = await before.accepted()
    await before.stop()
    const after = await world.start()
    await after.completed(at(after.url, job))
    expect((await after.result(at(after.url, job))).status).toBe(422)
  })

  it('loses no accepted job to kill -9', async () => {
    const script = `
      const { startEmulator } = await import(${JSON.stringify(new URL('./emulator.ts', import.meta.url).href)})
      console.log((await startEmulator({ dataDir: ${JSON.stringify(world.dataDir)}, delayMs: 300 })).url)`
    const process_ = spawn(process.execPath, ['--input-type=module', '--eval', script])
    const [line] = await once(process_.stdout, 'data')
    const doomed = clientOf(String(line).trim())
    const jobs = await Promise.all([
      doomed.accepted(),
      doomed.accepted(),
      doomed.accepted(),
      doomed.accepted(),
    ])
    process_.kill('SIGKILL')
    await once(process_, 'exit')

    const after = await world.start()
    for (const job of jobs) {
      await after.completed(at(after.url, job))
      expect((await after.result(at(after.url, job))).status).toBe(200)
    }
  })

  it('deletes jobs that finished more than a day ago, but still counts them', async () => {
    const before = await world.start()
    const [old, young] = [await before.accepted(), await before.accepted()]
    await before.completed(old)
    await before.completed(young)
    await before.stop()
    const path = join(world.dataDir, 'demo-engine', 'jobs', `${old.request_id}.json`)
    const job = JSON.parse(await disk.readFile(path, 'utf8'))
    await disk.writeFile(
      path,
      JSON.stringify({ ...job, finishedAt: job.finishedAt - 25 * 3_600_000 }),
    )

    for (const _ of ['once', 'twice']) {
      const after = await world.start()
      expect((await after.status(at(after.url, old))).status).toBe(404)
      expect((await after.status(at(after.url, young))).status).toBe(200)
      expect(await after.stats()).toMatchObject({ submitted: 2, completed: 2 })
      await after.stop()
    }
    const files = await disk.readdir(join(world.dataDir, 'demo-engine', 'files'))
    expect(files.map((name) => name.slice(0, 36))).toEqual([young.request_id])
  })
})

describe('on a thread of its own', () => {
  it('answers the same way', async () => {
    const lines: object[] = []
    const emulator = await startEmulatorThread({
      dataDir: world.dataDir,
      delayMs: 1,
      log: (line) => lines.push(line),
    })
    const client = clientOf(emulator.url)
    const job = await client.accepted()
    await client.completed(job)
    expect((await client.result(job)).status).toBe(200)
    await emulator.stop()
    expect(lines).toContainEqual(
      expect.objectContaining({ event: 'job-finished', job: job.request_id }),
    )
    expect(JSON.stringify(lines)).not.toContain(tiny.prompt)
    await expect(client.stats()).rejects.toThrow()
  })

  it('reports an unknown fault', async () => {
    await expect(
      startEmulatorThread({ dataDir: world.dataDir, faults: 'gremlins' }),
    ).rejects.toThrow('"gremlins"')
  })

  it('reports that a port is taken', async () => {
    const emulator = await startEmulatorThread({ dataDir: world.dataDir, delayMs: forever })
    await expect(
      startEmulatorThread({ dataDir: world.dataDir, port: emulator.port }),
    ).rejects.toThrow('EADDRINUSE')
    await emulator.stop()
  })
})
