import { describe, expect, it } from 'vitest'
import { StorageUnavailable } from '#platform/storage/storage.ts'
import { readMoney } from '#testing/context.ts'
import { claim, driveToEnd, readRow } from '#testing/drive.ts'
import { addModel, contextWith, itCompletes, startOn } from '#testing/providers/journey.ts'
import { openAiWorld } from '#testing/providers/openai-server.ts'
import { notesOf } from '#testing/services/step-world.ts'
import { runStep } from './run-step.ts'

const model = addModel({
  id: 'openai-image',
  name: 'An image by OpenAI',
  kind: 'image',
  generation_type: 'text-to-image',
  provider: 'openai',
  endpoints: [{ id: 'images/generations' }],
  fields: { prompt: { control: 'text', required: true } },
  price: { unit: 'image', base: 9 },
  request: { model: { constant: 'gpt-image-1' }, prompt: { from: 'prompt' } },
  result: 'images',
})
const input = { prompt: 'a red fox' }

describe('an image that comes with the answer', () => {
  itCompletes(async () => ({ provider: (await openAiWorld()).provider, model, input }))

  it('is refunded with an alert when its answer is lost, and never asked for again', async () => {
    const { provider, accepted } = await openAiWorld({ fault: 'lost-answer' })
    const context = await contextWith(provider)
    const { account, row } = await startOn(context, model, input)
    const ended = await driveToEnd(context, row.id)
    expect(ended).toMatchObject({ error_code: 'unknown_outcome', refunded: 9 })
    expect(await notesOf(context, row.id)).toEqual([{ reason: 'unknown_outcome' }])
    expect(await accepted()).toBe(1)
    expect(await readMoney(context, account.id)).toMatchObject({ balance: 100, sum: 100 })
  })

  it('is refunded and never asked for again after a crash of the worker that waited', async () => {
    const { provider, accepted } = await openAiWorld()
    const context = await contextWith(provider)
    const { row } = await startOn(context, model, input)
    expect(await claim(context)).toHaveLength(1)
    expect(await driveToEnd(context, row.id)).toMatchObject({ error_code: 'unknown_outcome' })
    expect(await accepted()).toBe(0)
  })

  it('is kept while storage is unavailable, and stored by any worker later', async () => {
    const { provider, accepted } = await openAiWorld()
    const context = await contextWith(provider)
    const { account, row } = await startOn(context, model, input)
    const write = () => Promise.reject(new StorageUnavailable('away'))
    const away = { ...context, storage: { ...context.storage, write } }
    for (const claimed of await claim(away)) await runStep(away, claimed)
    const waiting = await readRow(context, row.id)
    expect(waiting).toMatchObject({ step: 'store', provider_job: { provider: 'openai' } })
    await context.database.deleteFrom('storage_outage').execute()
    expect(await driveToEnd(context, row.id)).toMatchObject({ status: 'completed' })
    expect(await accepted()).toBe(1)
    expect(await readMoney(context, account.id)).toMatchObject({ balance: 91, sum: 91 })
  })

  it('is refunded without a retry when its prompt is blocked', async () => {
    const { provider } = await openAiWorld()
    const context = await contextWith(provider)
    const { row } = await startOn(context, model, { prompt: 'something forbidden' })
    expect(await driveToEnd(context, row.id)).toMatchObject({ status: 'failed', refunded: 9 })
  })
})
