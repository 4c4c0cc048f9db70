import { expect, it } from 'vitest'
import { endpointDocument } from '#testing/endpoint-document.ts'
import { commandLine } from '#testing/in-process.ts'
import { testHttpServer } from '#testing/providers/test-server.ts'

const { url } = await testHttpServer(({ query }) =>
  query.get('endpoint_id') === 'fal-ai/flux/schnell'
    ? { json: endpointDocument({ properties: { prompt: { type: 'string' } } }) }
    : { status: 404, json: {} },
)
const FAL_OPENAPI_URL = `${url}/openapi.json`

it('prints what the provider’s document has changed', async () => {
  const atelier = await commandLine({ FAL_OPENAPI_URL })
  const { code, output } = await atelier('model diff flux-schnell --json')
  const lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(code).toBe(0)
  expect(lines).toContainEqual({ path: 'image_size', change: 'input_removed', isBreaking: true })
  expect(lines.map(({ path }) => path)).not.toContain('prompt')
})

it('says why a model cannot be compared', async () => {
  const atelier = await commandLine({ FAL_OPENAPI_URL })
  expect(await atelier('model diff nothing')).toMatchObject({ code: 1, output: '' })
  expect((await atelier('model diff vace')).said).toMatch('vace is code')
  expect((await atelier('model diff sd35')).said).toMatch('answered 404')
  expect((await atelier('model diff flux-dev')).said).toMatch('name one with --type')
  const unpublished = await commandLine({ FAL_QUEUE_URL: url })
  expect((await unpublished('model diff sd35')).said).toMatch('fal publishes no documents')
})
