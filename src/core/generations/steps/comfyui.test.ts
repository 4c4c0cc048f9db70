import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createComfyUi } from '#providers/comfyui/comfyui.ts'
import { readMoney } from '#testing/context.ts'
import { claim, driveToEnd, readRow } from '#testing/drive.ts'
import { comfyDefinition } from '#testing/providers/comfyui-model.ts'
import { comfyServer, comfyWorld } from '#testing/providers/comfyui-server.ts'
import { addModel, contextWith, itCompletes, startOn } from '#testing/providers/journey.ts'
import { samplePng } from '#testing/providers/test-server.ts'
import { runStep } from './run-step.ts'

const model = addModel(comfyDefinition)
const free = addModel({
  ...comfyDefinition,
  id: 'free-image',
  price: { unit: 'image', base: 0, free: true },
})
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
const input = { prompt: 'a blue fox' }

describe('an image on own machines', () => {
  itCompletes(async () => ({ provider: (await comfyWorld()).provider, model, input }))
  itCompletes(async () => ({ provider: (await comfyWorld()).provider, model: free, input }))

  it('runs the workflow with the values of the form', async () => {
    const { provider, server } = await comfyWorld()
    const context = await contextWith(provider)
    const { row } = await startOn(context, model, { ...input, seed: 7 })
    await driveToEnd(context, row.id)
    const [job] = server.jobs.values()
    expect(job?.workflow[6]?.inputs).toEqual({ text: 'a blue fox' })
    expect(job?.workflow[3]?.inputs).toMatchObject({ seed: 7, steps: 20 })
  })

  it('is in the ledger with 0 credits where it is free', async () => {
    const { provider } = await comfyWorld()
    const context = await contextWith(provider)
    const { account, row } = await startOn(context, free, input)
    await driveToEnd(context, row.id)
    const { entries, balance } = await readMoney(context, account.id)
    expect(balance).toBe(100)
    expect(entries).toContainEqual({ reason: 'charge', credits: 0 })
  })

  it('shows a small preview while it runs, and none that is no image', async () => {
    const { provider, server } = await comfyWorld({ isHeld: true })
    const context = await contextWith(provider)
    const { row } = await startOn(context, model, input)
    for (const claimed of await claim(context)) await runStep(context, claimed)
    const [job] = server.jobs.values()
    const pollAfter = async (image: Buffer, percent: number) => {
      server.tellProgress(job?.id ?? '', percent)
      server.sendPreview(image)
      server.tellProgress(job?.id ?? '', percent + 1)
      await expect
        .poll(async () => {
          await sql`update job set next_step_at = now()`.execute(context.database)
          for (const claimed of await claim(context)) await runStep(context, claimed)
          return (await readRow(context, row.id)).progress
        })
        .toBe(percent + 1)
      return (await readRow(context, row.id)).preview
    }
    const preview = await pollAfter(await samplePng, 10)
    expect(preview).toMatch(/^data:image\/webp;base64,/)
    const bytes = Buffer.from(preview?.split(',')[1] ?? '', 'base64')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 64 })
    expect(await pollAfter(Buffer.from(svg), 20)).toBe(preview)
    server.release()
    expect(await driveToEnd(context, row.id)).toMatchObject({ status: 'completed', preview: null })
  })

  it('is submitted again to another server when its own is gone, and charged once', async () => {
    const servers = await Promise.all([comfyServer({ isHeld: true }), comfyServer()])
    const provider = createComfyUi({ id: 'comfyui', urls: servers.map(({ url }) => url) })
    const context = await contextWith(provider)
    const { account, row } = await startOn(context, model, input)
    // The other one is busier when the job is submitted.
    await createComfyUi({ id: 'comfyui', urls: [servers[1].url] }).submit(
      'workflow',
      comfyDefinition.workflow,
    )
    for (const claimed of await claim(context)) await runStep(context, claimed)
    expect(servers[0].jobs.size).toBe(1)
    servers[0].stop()

    expect(await driveToEnd(context, row.id)).toMatchObject({
      status: 'completed',
      provider_job: { urls: { server: servers[1].url } },
    })
    expect(await readMoney(context, account.id)).toMatchObject({ balance: 95, sum: 95 })
  })

  it('is submitted again when the answer to its submit was lost', async () => {
    const lossy = await comfyServer({ fault: 'lost-answer' })
    const context = await contextWith(createComfyUi({ id: 'comfyui', urls: [lossy.url] }))
    const { account, row } = await startOn(context, model, input)
    for (const claimed of await claim(context)) await runStep(context, claimed)
    expect(await readRow(context, row.id)).toMatchObject({
      step: 'submit',
      submit_started_at: null,
    })
    const { provider } = await comfyWorld()
    const again = await contextWith(provider, { database: context.database })
    expect(await driveToEnd(again, row.id)).toMatchObject({ status: 'completed' })
    expect(await readMoney(context, account.id)).toMatchObject({ balance: 95, sum: 95 })
  })

  it('is refunded when the workflow fails', async () => {
    const { provider } = await comfyWorld({ fault: 'failed-job' })
    const context = await contextWith(provider)
    const { account, row } = await startOn(context, model, input)
    expect(await driveToEnd(context, row.id)).toMatchObject({ status: 'failed', refunded: 5 })
    expect(await readMoney(context, account.id)).toMatchObject({ balance: 100, sum: 100 })
  })
})
