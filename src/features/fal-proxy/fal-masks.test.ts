import { expect, it } from 'vitest'
import { saveModel } from '#core/models/change-model.ts'
import { loadModels } from '#core/models/load-models.ts'
import evfSam from '#core/models/ready/evf-sam.json' with { type: 'json' }
import { syncBuiltIns } from '#core/models/sync-models.ts'
import { falVisitor, serveApp } from '#testing/fal-client.ts'
import { testServer } from '#testing/server.ts'

const server = await testServer({ media: 'plain', delayMs: 20 })
await syncBuiltIns(server.context.database)
await saveModel(server.context, { actor: 'ada@example.com', reason: 'a test' }, evfSam)
await loadModels(server.context)
const url = await serveApp(server)

const image = `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=`

it('a model of masks answers fal’s client with one image, as its endpoint does', async () => {
  const { fal } = await falVisitor(server, url)
  const { data } = await fal.subscribe('fal-ai/evf-sam', {
    input: { prompt: 'a red fox', image_url: image },
    pollInterval: 40,
  })
  expect(data).toMatchObject({
    image: { url: expect.stringContaining(`${url}/media/`), content_type: 'image/png' },
  })
})
