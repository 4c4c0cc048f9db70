import { expect, it } from 'vitest'
import { readMoney } from '#testing/context.ts'
import { claim, driveToEnd, readRow } from '#testing/drive.ts'
import { addModel, contextWith, itCompletes, startOn } from '#testing/providers/journey.ts'
import { replicateWorld } from '#testing/providers/replicate-server.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { runStep } from './run-step.ts'

const model = addModel({
  id: 'replicate-image',
  name: 'An image by Replicate',
  kind: 'image',
  generation_type: 'text-to-image',
  provider: 'replicate',
  endpoints: [{ id: 'owner/model' }],
  fields: { prompt: { control: 'text', required: true } },
  price: { unit: 'image', base: 7 },
  request: { prompt: { from: 'prompt' } },
  result: 'images',
})
const input = { prompt: 'a red fox' }

itCompletes(async () => ({ provider: (await replicateWorld()).provider, model, input }))

it('refunds a job that failed there, once', async () => {
  const { provider } = await replicateWorld({ fault: 'failed-job' })
  const context = await contextWith(provider)
  const { account, row } = await startOn(context, model, input)
  expect(await driveToEnd(context, row.id)).toMatchObject({ status: 'failed', refunded: 7 })
  expect(await readMoney(context, account.id)).toMatchObject({ balance: 100, sum: 100 })
})

it('refunds a result that had expired when it was fetched', async () => {
  const { provider } = await replicateWorld({ fault: 'expired' })
  const context = await contextWith(provider)
  const { account, row } = await startOn(context, model, input)
  const ended = await driveToEnd(context, row.id)
  expect(ended).toMatchObject({ error_code: 'result_lost', refunded: 7 })
  expect(await readMoney(context, account.id)).toMatchObject({ balance: 100, sum: 100 })
})

it('is collected as soon as its webhook says that it has ended', async () => {
  const { provider, sign, finish } = await replicateWorld({ isHeld: true })
  const context = await contextWith(provider, { webhookBase: 'https://studio.example' })
  const { row } = await startOn(context, model, input)
  for (const claimed of await claim(context)) await runStep(context, claimed)
  const { provider_job: job, account_id: accountId, webhook_token } = await readRow(context, row.id)
  const receive = (requestId: string, from = 'replicate') => {
    const { body, headers } = sign?.({ requestId }) ?? { body: Buffer.alloc(0), headers: {} }
    return receiveWebhook(context, {
      ...{ provider: from, accountId, id: row.id, token: webhook_token, kinds: ['image'], body },
      header: (name) => (headers as Record<string, string>)[name],
    })
  }
  expect(await receive('another')).toBe('unknown')
  expect(await receive(job?.requestId ?? '', 'fal')).toBe('forged')
  expect(await readRow(context, row.id)).toMatchObject({ step: 'poll' })
  finish()
  expect(await receive(job?.requestId ?? '')).toBe('due')
  expect(await readRow(context, row.id)).toMatchObject({ step: 'collect' })
  expect(await receive(job?.requestId ?? '')).toBe('known')
  expect(await driveToEnd(context, row.id)).toMatchObject({ status: 'completed' })
})
