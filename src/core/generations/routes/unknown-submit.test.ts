import { expect, it } from 'vitest'
import { testClient, testServer } from '#testing/server.ts'

const server = await testServer({ faults: 'drop-before' }, { webhookBase: 'http://127.0.0.1:1' })

it('explains the wait after an unknown submit, and lets its owner cancel with a refund', async () => {
  const { request } = await testClient(server)
  const input = { prompt: 'a fox', model: 'flux-dev', image_size: 'square' }
  const created = await request('POST', '/api/image-generation/create', input)
  const { id } = created.body
  const read = async () => (await request('GET', `/api/generations/${id}`)).body
  await expect.poll(async () => (await read()).waiting_reason).toBe('submit_outcome_unknown')
  const waiting = await read()
  expect(waiting).toMatchObject({
    status: 'pending',
    can_cancel: true,
    waiting_until: expect.any(String),
  })
  const [record] = (await request('GET', '/api/image-generation/history')).body.data
  expect(record.generation).toMatchObject({
    waiting_reason: 'submit_outcome_unknown',
    can_cancel: true,
  })

  expect(await request('POST', `/api/generations/${id}/cancel`)).toMatchObject({ status: 200 })
  const stopped = {
    status: 'failed',
    error_code: 'cancelled',
    credits_refunded: 30,
    can_cancel: false,
  }
  expect(await read()).toMatchObject({ ...stopped, waiting_reason: null, waiting_until: null })
  expect(await request('GET', '/api/account')).toMatchObject({
    body: { credits: { left_credits: 1000 } },
  })
})
