import { describe, expect, it } from 'vitest'
import { builtInModels } from '#core/models/rules/catalogue.ts'
import { readMoney, testProviders } from '#testing/context.ts'
import { falVisitor, serveApp } from '#testing/fal-client.ts'
import { inputFor } from '#testing/model-input.ts'
import { testServer } from '#testing/server.ts'
import { modelApplication } from './routes/target.ts'

const [model] = builtInModels
if (!model) throw new Error('The catalogue is empty')
const [endpoint] = model.endpoints
const { input } = inputFor(endpoint, { num_images: 1, image_size: 'square' })

// Refused at once, so the first step is retried later; a port that `fetch` itself rejects would end
// the row.
const unreachable = 'http://127.0.0.1:65531'
const providers = testProviders(unreachable)
const server = await testServer({}, { providers })

const requestOf = (id: string) => `${modelApplication(model)}/requests/${id}`

describe('a provider that does not answer', () => {
  it('breaks logs and cancel, never the status', async () => {
    const { call, account } = await falVisitor(server, await serveApp(server))
    const id = String((await call('POST', endpoint, input)).body.request_id)
    const urls = { status: `${unreachable}/status` }
    await server.context.database
      .updateTable('job')
      .set({
        step: 'poll',
        next_step_at: new Date(Date.now() + 60_000),
        provider_job: JSON.stringify({ provider: 'fal', endpoint, requestId: 'x', urls }),
        lease_token: null,
      })
      .where('generation_id', '=', id)
      .execute()

    expect(await call('PUT', `${requestOf(id)}/cancel`)).toMatchObject({
      status: 503,
      body: { code: 'unavailable', message: expect.any(String) },
    })
    await server.context.database
      .updateTable('job')
      .set({ status: 'processing' })
      .where('generation_id', '=', id)
      .execute()
    expect(await call('GET', `${requestOf(id)}/status?logs=1`)).toMatchObject({
      status: 202,
      body: { status: 'IN_PROGRESS', logs: [] },
    })
    expect((await readMoney(server.context, account.id)).entries).toHaveLength(2)
  })
})

describe('a database that breaks after the charge', () => {
  it('is not answered in a way that makes the client submit again', async () => {
    const breaks = () => {
      throw new Error('Connection terminated unexpectedly')
    }
    const changes = {
      publish: breaks,
      publishDue: () => undefined,
      publishRevocation: () => undefined,
    }
    const broken = await testServer({}, { changes, providers })
    const { fal, account } = await falVisitor(broken, await serveApp(broken))
    await expect(fal.queue.submit(endpoint, { input })).rejects.toMatchObject({ status: 500 })
    expect((await readMoney(broken.context, account.id)).entries).toHaveLength(2)
  })
})
