import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { currentRequestId } from '#platform/telemetry/request-id.ts'
import { testClient, testServer } from '#testing/server.ts'
import type { Env } from '../env.ts'
import { identifyRequests } from './observe-requests.ts'

const app = new Hono<Env>().use(identifyRequests()).get('/', async () => {
  await new Promise((resolve) => setTimeout(resolve, 1))
  return new Response(currentRequestId())
})

it('gives each request a new id, which is in its answer', async () => {
  const [first, second] = await Promise.all([app.request('/'), app.request('/')])
  const id = first.headers.get('x-request-id')
  expect(id).toMatch(/^[\w-]{36}$/)
  expect(await first.text()).toBe(id)
  expect(await second.text()).toBe(second.headers.get('x-request-id'))
  expect(second.headers.get('x-request-id')).not.toBe(id)
  expect(currentRequestId()).toBeUndefined()
})

it('keeps a valid id of a proxy', async () => {
  const send = async (given: string) =>
    (await app.request('/', { headers: { 'x-request-id': given } })).headers.get('x-request-id')
  expect(await send('0a1b2c3d-proxy')).toBe('0a1b2c3d-proxy')
  expect(await send('a b c d e f g h')).toMatch(/^[\w-]{36}$/)
  expect(await send('x'.repeat(65))).toMatch(/^[\w-]{36}$/)
})

it('logs a request’s id with the generation it starts and with each of its steps', async () => {
  const lines: object[] = []
  const note = (fields: object, event: string) =>
    void lines.push({ ...fields, event, requestId: currentRequestId() })
  const log = { info: note, warn: note, error: note }
  const client = await testClient(await testServer({}, { log }), { credits: 100 })
  const { headers, body } = await client.request('POST', '/api/image-generation/create', {
    model: 'flux-schnell',
    prompt: 'a fox',
  })
  const requestId = headers.get('x-request-id')
  expect(lines).toContainEqual(
    expect.objectContaining({ event: 'generation started', generation: body.id, requestId }),
  )
  expect(lines).toContainEqual(expect.objectContaining({ event: 'request', requestId }))
  const ofGeneration = (event: string) =>
    lines.filter((line) => 'generation' in line && 'event' in line && line.event === event)
  await expect.poll(() => ofGeneration('submitted')).toMatchObject([{ requestId }])
  // By a step that was claimed from the database, long after the answer.
  await expect.poll(() => ofGeneration('ended')).toMatchObject([{ requestId }])
})
