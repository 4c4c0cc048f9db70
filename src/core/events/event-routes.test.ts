import { describe, expect, it } from 'vitest'
import { testClient, testServer } from '#testing/server.ts'

const server = await testServer()

type Event = { event: string; id: number; data: Record<string, unknown> }

/** Reads a stream until `enough` returns true. */
async function listen(
  key: string,
  enough: (events: Event[]) => boolean,
  lastEventId?: number,
): Promise<Event[]> {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(lastEventId && { 'last-event-id': String(lastEventId) }),
  }
  const response = await server.app.request('http://localhost:3000/api/events', { headers })
  const events: Event[] = []
  let text = ''
  for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(
    new TextDecoderStream(),
  )) {
    text += chunk
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    events.push(...blocks.flatMap(parse))
    if (enough(events)) return events
  }
  return events
}

function parse(block: string): Event[] {
  const lines = new Map(
    block
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const event = lines.get('event')
  return event
    ? [{ event, id: Number(lines.get('id')), data: JSON.parse(lines.get('data') ?? 'null') }]
    : []
}

const create = { model: 'flux-schnell', image_size: 'square', prompt: 'a fox' }
const isCompleted = ({ event, data }: Event) =>
  event === 'generation' && data.status === 'completed'

describe('GET /api/events', () => {
  it('sends every change of a generation and the balance, in order, and nothing of other accounts', async () => {
    const [client, other] = [await testClient(server), await testClient(server)]
    const listening = listen(client.key, (events) => events.some(isCompleted))
    const { body } = await client.request('POST', '/api/image-generation/create', create)
    await other.request('POST', '/api/image-generation/create', create)
    const events = await listening

    expect(events[0]?.event).toBe('ready')
    const mine = events.filter(({ event }) => event === 'generation')
    expect(new Set(mine.map(({ data }) => data.id))).toEqual(new Set([body.id]))
    const states = mine.map(({ data }) => data.status)
    expect(states.toSorted((a, b) => order(a) - order(b))).toEqual(states)
    expect(events.find(({ event }) => event === 'account')?.data).toMatchObject({
      credits: { left_credits: 992 },
    })
  })

  it('sends what was missed after a break', async () => {
    const client = await testClient(server)
    const first = await listen(client.key, (events) => events.length > 0)
    const { body } = await client.request('POST', '/api/image-generation/create', create)
    const missed = await listen(
      client.key,
      (events) => events.some(({ data }) => data.id === body.id),
      first[0]?.id,
    )
    expect(missed.some(({ data }) => data.id === body.id)).toBe(true)
  })

  it('sends a deletion and its undo to open and to resumed streams', async () => {
    const client = await testClient(server)
    const { id } = (await client.request('POST', '/api/image-generation/create', create)).body
    const [first] = await listen(client.key, (events) => events.some(isCompleted), 1)
    const about = (events: Event[]) =>
      events.filter(({ data }) => data.id === id).map(({ event }) => event)
    const hasArrived = (events: Event[]) =>
      about(events).join().endsWith('generation-deleted,generation')
    const listening = listen(client.key, hasArrived, Date.now())
    const change = (method: string, path: string) => client.request(method, path, { ids: [id] })

    await change('DELETE', '/api/image-generation/delete')
    const missed = await listen(
      client.key,
      (events) => about(events).includes('generation-deleted'),
      first?.id,
    )
    expect(new Set(about(missed))).toEqual(new Set(['generation-deleted']))
    await change('POST', '/api/generations/restore')
    expect(hasArrived(await listening)).toBe(true)
    const later = await listen(client.key, (events) => about(events).length > 0, first?.id)
    expect(new Set(about(later))).toEqual(new Set(['generation']))
  })

  it('sends favourites and refunds', async () => {
    const client = await testClient(server)
    const { id } = (await client.request('POST', '/api/image-generation/create', create)).body
    await listen(client.key, (events) => events.some(isCompleted), 1)
    const listening = listen(
      client.key,
      (events) => events.some(({ data }) => data.refund_attempts === 1),
      Date.now(),
    )
    await client.request('POST', '/api/image-generation/favorite', {
      imageId: id,
      isFavorite: true,
      tags: ['fox'],
    })
    await client.request('POST', '/api/wan/refundCredits', { request_id: id, manual_refund: true })
    const last = (await listening).findLast(({ event }) => event === 'generation')
    expect(last?.data).toMatchObject({ id, is_favorite: true, tags: ['fox'], refund_attempts: 1 })
  })

  it('sends heartbeats while nothing changes, each with an id to resume from', async () => {
    const client = await testClient(server)
    const beats = (events: Event[]) => events.filter(({ event }) => event === 'heartbeat')
    const events = await listen(client.key, (heard) => beats(heard).length > 1)
    expect(beats(events).every(({ id, data }) => id > 0 && Object.keys(data).length === 0)).toBe(
      true,
    )
  })

  it('requires a signed-in account', async () => {
    expect((await server.app.request('http://localhost:3000/api/events')).status).toBe(401)
  })
})

function order(status: unknown): number {
  return ['pending', 'processing', 'completed'].indexOf(String(status))
}
