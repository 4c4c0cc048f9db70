import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { deleteOrphanedFiles } from '#core/jobs/orphaned-files.ts'
import { probeStorage } from '#core/media/storage-outage.ts'
import { isDistributed } from '#platform/database/distributed/accounts-shard.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { watchStorage } from '#platform/storage/watch-storage.ts'
import { claim, driveToEnd, readRow } from '#testing/drive.ts'
import { fluxDev } from '#testing/models.ts'
import { alertsOf, collectWorld, mediaOf, sha256 } from '#testing/services/collect-world.ts'
import { claimDue } from '../queries/generation-steps.ts'
import { startGeneration } from '../start-generation.ts'
import { collectResult } from './collect-result.ts'
import { runStep } from './run-step.ts'
import { createStoringLimiter } from './storing-limiter.ts'

const { base, directory, filesOf, host, png, storage, world } = await collectWorld()

/** Storage whose writes fail while `isAway()`. */
function failingStorage(isAway: () => boolean): Storage {
  const write: Storage['write'] = async (...file) => {
    if (!isAway()) return storage.write(...file)
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  return watchStorage({ ...storage, write }, () => undefined)
}

describe('while our own storage is unavailable', () => {
  it('a finished result waits past its deadline, charges stop, and both recover automatically', async () => {
    let isAway = true
    const { context, account, start, money } = await world({
      storage: failingStorage(() => isAway),
    })
    const id = await start('image', { images: [{ url: host.serve('kept.png', png) }] })
    await expect(driveToEnd(context, id, 4)).rejects.toThrow('Still open')
    await sql`update job set deadline = now() where generation_id = ${id}`.execute(context.database)
    await expect(driveToEnd(context, id, 4)).rejects.toThrow('Still open')
    expect(await readRow(context, id)).toMatchObject({
      step: 'store',
      status: 'processing',
      attempts: 0,
    })

    const create = () =>
      startGeneration(context, {
        ...{
          accountId: account.id,
          model: fluxDev,
          input: { prompt: 'a fox' },
          requestId: undefined,
          isPublic: true,
        },
      })
    await expect(create()).rejects.toMatchObject({ refusal: { reason: 'storage_unavailable' } })
    expect(await money()).toMatchObject({ balance: 470, sum: 470 })
    const probe = async () => {
      await sql`update storage_outage set probe_at = now()`.execute(context.database)
      await probeStorage(context)
    }
    await probe()
    await expect(create()).rejects.toMatchObject({ refusal: { reason: 'storage_unavailable' } })

    isAway = false
    await probe()
    const row = await driveToEnd(context, id)
    expect(row).toMatchObject({ status: 'completed', error_code: null, provider_output: null })
    expect(await alertsOf(context, id)).toEqual([])
    await create()
    expect(await money()).toMatchObject({ balance: 440, sum: 440 })
  })

  it('a result waits as long as the provider keeps the files, without polling the provider', async () => {
    let isAway = true
    const { context, start, money } = await world({ storage: failingStorage(() => isAway) })
    const id = await start('image', { images: [{ url: host.serve('week.png', png) }] })
    await expect(driveToEnd(context, id, 4)).rejects.toThrow('Still open')
    const job = (await readRow(context, id)).provider_job?.requestId
    host.serve(
      `made/by-test/requests/${job}`,
      (_request, response) => void response.writeHead(404).end(),
    )
    await sql`update job set deadline = now() - interval '6 days', finished_at = now() - interval '6 days'
      where generation_id = ${id}`.execute(context.database)
    isAway = false
    await sql`delete from storage_outage`.execute(context.database)
    expect(await driveToEnd(context, id)).toMatchObject({ status: 'completed' })
    expect(await money()).toMatchObject({ balance: 470 })
  })

  it('a result that the provider has deleted is lost: refunded once, with an alert', async () => {
    const { context, start, money } = await world({ storage: failingStorage(() => true) })
    const id = await start('image', { images: [{ url: host.serve('lost.png', png) }] })
    await expect(driveToEnd(context, id, 4)).rejects.toThrow('Still open')
    await sql`delete from storage_outage`.execute(context.database)
    await sql`update job set finished_at = now() - interval '7 days' where generation_id = ${id}`.execute(
      context.database,
    )
    expect(await driveToEnd(context, id)).toMatchObject({
      status: 'failed',
      error_code: 'result_lost',
      refunded: 30,
    })
    expect(await alertsOf(context, id)).toMatchObject([{ reason: 'result_lost' }])
    await sql`delete from storage_outage`.execute(context.database)
    expect(await money()).toMatchObject({ balance: 500, sum: 500 })
  })

  it('a result that the storing limiter refuses waits in a step of its own, and other steps continue', async () => {
    const { context, start, end } = await world({
      storing: { ...createStoringLimiter(), tryEnter: () => false },
    })
    const id = await start('image', { images: [{ url: host.serve('turn.png', png) }] })
    for (const row of await claim(context)) await runStep(context, row)
    expect(await readRow(context, id)).toMatchObject({
      step: 'store',
      finished_at: expect.any(Date),
    })
    const other = await start('image', { images: [{ url: host.serve('other.png', png) }] })
    const limits = { token: randomUUID(), limit: 50, storing: 0, lease: 60_000 }
    expect((await claimDue(context.database, limits)).map((row) => row.id)).toEqual([other])
    expect(await end(id)).toMatchObject({ status: 'completed' })
  })
})

describe('order and races', () => {
  /** Collects what is published, and the tasks that are left to the background. */
  function recording({ isBusy }: { isBusy: boolean }) {
    const published: number[] = []
    const later: (() => Promise<void>)[] = []
    const background = {
      ...base.background,
      run: (work: () => Promise<void>) => void later.push(work),
      ...(isBusy && { tryRun: () => null }),
    }
    const changes = { ...base.changes, publish: () => void published.push(later.length) }
    return { published, later, parts: { background, changes } }
  }

  it('records an image with its thumbnail at once', async () => {
    const { published, later, parts } = recording({ isBusy: false })
    const { context, start, end } = await world(parts)
    const id = await start('image', { images: [{ url: host.serve('quick.png', png) }] })

    expect(await end(id)).toMatchObject({ status: 'completed', lease_token: null })
    const media = await mediaOf(context, id)
    expect(media).toMatchObject([
      { thumbnail_key: expect.stringMatching(/webp$/), thumbnail_tried_at: expect.any(Date) },
    ])
    expect(later).toHaveLength(0)
    expect(published).toHaveLength(1)
    const keys = media.flatMap((file) => [file.storage_key, file.thumbnail_key])
    for (const key of keys) expect(await storage.size(key ?? '')).toBeGreaterThan(0)
    const { rows } =
      await sql`select from storage_garbage where storage_key = any(${keys})`.execute(
        context.database,
      )
    // In a cluster the cleanup takes recorded names off the list.
    if (!isDistributed(context.database)) expect(rows).toEqual([])
  })

  it.each([
    ['of a large image', false, 1_500],
    ['while others are drawn', true, 64],
  ])('publishes the result before it starts the thumbnail %s', async (_, isBusy, size) => {
    const { published, later, parts } = recording({ isBusy })
    const { context, start, end } = await world(parts)
    const create = { width: size, height: size, channels: 3, background: '#246' } as const
    const file = await sharp({ create }).png().toBuffer()
    const url = host.serve(`${size}.png`, file)
    const id = await start('image', { images: [{ url }] })

    expect(await end(id)).toMatchObject({ status: 'completed', lease_token: null })
    expect(published).toEqual([0])
    expect(await mediaOf(context, id)).toMatchObject([{ thumbnail_key: null }])
    for (const work of later) await work()
    expect(await mediaOf(context, id)).toMatchObject([{ thumbnail_key: expect.any(String) }])
    expect(published).toHaveLength(2)
  })

  it('a slow worker never changes files that a faster one recorded', async () => {
    const other = await sharp(png).negate().png().toBuffer()
    const { context, start, end } = await world()
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    let asked = 0
    const url = host.serve('slow.png', (_request, response) => {
      asked += 1
      if (asked > 1) return void response.end(png)
      response.write(other.subarray(0, 100))
      begun.resolve()
      void gate.promise.then(() => response.end(other.subarray(100)))
    })
    const id = await start('image', { images: [{ url }] })
    const [slow] = await claim(context)
    const losing = slow && runStep(context, slow)
    await begun.promise
    const won = await end(id)
    gate.resolve()
    await losing

    await deleteOrphanedFiles(context)
    const [media] = await mediaOf(context, id)
    expect(await readRow(context, id)).toMatchObject({
      status: 'completed',
      completed_at: won.completed_at,
    })
    expect(await filesOf(id)).toHaveLength(2)
    expect(sha256(await readFile(path.join(directory, media?.storage_key ?? '')))).toBe(
      media?.sha256,
    )
  })

  it('a stopping worker aborts its downloads at once, and another worker finishes them', async () => {
    const { context, start, end } = await world()
    const stopping = new AbortController()
    let asked = 0
    const url = host.serve('stopped.png', (_request, response) => {
      asked += 1
      if (asked > 1) return void response.end(png)
      response.write(png.subarray(0, 100), () => stopping.abort())
    })
    const id = await start('image', { images: [{ url }] })
    const [row] = await claim(context)
    if (!row) throw new Error('nothing is due')
    expect(await collectResult(context, row, stopping.signal)).toMatchObject({ step: 'store' })
    expect(await end(id)).toMatchObject({ status: 'completed' })
  })
})
