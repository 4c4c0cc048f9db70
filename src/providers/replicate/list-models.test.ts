import { expect, it } from 'vitest'
import { type ServerCall, testHttpServer } from '#testing/providers/test-server.ts'
import { fluxSchnell, imageToVideo } from '#testing/replicate-models.ts'
import { createReplicate } from './replicate.ts'

/** Replicate's API on loopback; `next`: the address of the second page. */
async function replicate(next: (base: string) => unknown = (base) => `${base}/v1/models?cursor=2`) {
  const calls: ServerCall[] = []
  const { url } = await testHttpServer((call) => {
    calls.push(call)
    const { path, query } = call
    if (call.headers.authorization !== 'Bearer token') return { status: 401, json: {} }
    if (path === '/v1/models' && query.get('cursor') === '2')
      return { json: { previous: null, next: null, results: [imageToVideo] } }
    if (path === '/v1/models')
      return { json: { previous: null, next: next(url), results: [fluxSchnell, { owner: 5 }] } }
    if (path === '/v1/models/somebody/wan-i2v') return { json: imageToVideo }
    if (path === `/v1/models/somebody/wan-i2v/versions/${'a'.repeat(64)}`)
      return { json: imageToVideo.latest_version }
    return { status: 404, json: { detail: 'Not found' } }
  })
  return { provider: createReplicate({ id: 'replicate', token: 'token', url }), calls }
}

it('lists the models of all pages', async () => {
  const { provider } = await replicate()
  const nothing = { category: null, price: null }
  expect(await provider.listEndpoints?.()).toEqual({
    isWhole: true,
    endpoints: [
      { endpoint: 'black-forest-labs/flux-schnell', name: 'flux-schnell', ...nothing },
      { endpoint: null, name: undefined, ...nothing },
      { endpoint: 'somebody/wan-i2v', name: 'wan-i2v', ...nothing },
    ],
  })
})

it.each([
  ['another host', () => 'http://127.0.0.1:1/v1/models?cursor=2'],
  ['another path', (base: string) => `${base}/v1/account?cursor=2`],
  ['no address', () => 'cursor=2'],
])('never sends the token to %s', async (_where, next) => {
  const { provider, calls } = await replicate(next)
  await expect(provider.listEndpoints?.()).rejects.toThrow('leads to another address')
  expect(calls).toHaveLength(1)
})

it('reads a model, and one of its versions in the same form', async () => {
  const { provider } = await replicate()
  expect(await provider.readDocument?.('somebody/wan-i2v')).toMatchObject({ name: 'wan-i2v' })
  const version = `somebody/wan-i2v:${'a'.repeat(64)}`
  expect(await provider.readDocument?.(version)).toEqual({
    ...{ owner: 'somebody', name: 'wan-i2v', latest_version: imageToVideo.latest_version },
  })
  await expect(provider.readDocument?.('somebody/else')).rejects.toMatchObject({
    code: 'not_found',
  })
})
