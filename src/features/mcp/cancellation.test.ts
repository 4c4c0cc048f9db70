import { describe, expect, it } from 'vitest'
import { createKey } from '#core/accounts/api-keys.ts'
import { readMoney } from '#testing/context.ts'
import { finishedWork } from '#testing/finished-generations.ts'
import { fluxDev } from '#testing/models.ts'
import { listeningServer, testClient } from '#testing/server.ts'
import { connect, fox, type Revision, revisions, stuck } from './test-support.ts'

const server = await listeningServer(() => ({}), { isOwnPublicUrl: true })
/** Another process on the same database. */
const other = await listeningServer(() => ({}), { isOwnPublicUrl: true })

type Answer = { result: { structuredContent: { id: string; status: string; note: string } } }

/** A call as a program without a library makes it: its answer, once it waits. */
async function startWaiting(key: string, id: unknown) {
  const params = {
    ...{ name: 'generate_image', arguments: { ...stuck, wait_seconds: 600 } },
    _meta: { progressToken: 'x' },
  }
  const response = await post(server, key, { id, method: 'tools/call', params })
  const text = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!text) throw new Error('No answer')
  let received = ''
  let wake = () => {}
  const ended = (async () => {
    for (let read = await text.read(); !read.done; read = await text.read()) {
      received += read.value
      wake()
    }
  })()
  const has = async (wanted: RegExp) => {
    while (!wanted.test(received)) {
      const more = new Promise<void>((resolve) => {
        wake = resolve
      })
      await Promise.race([more, ended])
    }
  }
  await has(/notifications\/progress/)
  const answered = async () => {
    await has(/"result"/)
    await ended
    const [, data = ''] = /^data: (\{.*"result".*\})$/m.exec(received) ?? []
    return (JSON.parse(data) as Answer).result.structuredContent
  }
  return { answered, isAnswered: () => /"result"/.test(received) }
}

const post = ({ url }: { url: string }, key: string, message: object) =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
  })

const cancel = (on: { url: string }, key: string, requestId: unknown) =>
  post(on, key, { method: 'notifications/cancelled', params: { requestId, reason: 'no use' } })

describe('notifications/cancelled', () => {
  it.each([
    ['the process that waits', server],
    ['another process', other],
  ])('sent to %s ends the waiting; the generation goes on and is charged once', async (_, to) => {
    const { key, account } = await testClient(server, { credits: 100 })
    const call = await startWaiting(key, 7)
    expect((await cancel(to, key, 7)).status).toBe(202)
    const { id, status, note } = await call.answered()
    expect(['pending', 'processing']).toContain(status)
    expect(note).toContain('get_generation')
    const { call: callTool } = await connect(server, key)
    expect(await callTool('get_generation', { id, wait_seconds: 0 })).toMatchObject({ id, status })
    expect(await readMoney(server.context, account.id)).toMatchObject({ balance: 92 })
  })

  it('many at once end one call once', async () => {
    const { key, account } = await testClient(server, { credits: 100 })
    const call = await startWaiting(key, 'a')
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(server, key, 'a')))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(202))
    await call.answered()
    expect(await readMoney(server.context, account.id)).toMatchObject({ balance: 92 })
  })

  it('ends the call of its own key alone, by the same id of the same type', async () => {
    const [one, two] = [
      await testClient(server, { credits: 100 }),
      await testClient(server, { credits: 100 }),
    ]
    const [first, second] = [await startWaiting(one.key, 7), await startWaiting(two.key, 7)]
    const unknown = ['7', 8, 'x'.repeat(1_000_000), null, {}, [7], 1.5, undefined]
    for (const id of unknown) expect((await cancel(server, one.key, id)).status).toBeLessThan(500)
    await cancel(server, two.key, 7)
    await second.answered()
    // Later than what would have ended the other one as well.
    const { call } = await connect(server, one.key)
    for (let count = 0; count < 5; count++) await call('search_history', { kind: 'image' })
    expect(first.isAnswered()).toBe(false)
    await cancel(server, one.key, 7)
    await first.answered()
  })
})

describe.each(revisions)('the SDK’s client of %s', (revision: Revision) => {
  it('stops waiting, its slot is free again, and the generation goes on', async () => {
    const { key, account } = await testClient(server, { credits: 1_000 })
    const { client, call } = await connect(server, key, revision)
    // More than may wait at a time: each has to free its slot.
    for (let count = 0; count < 22; count++) {
      const stop = new AbortController()
      const made = client.callTool(
        { name: 'generate_image', arguments: { ...stuck, wait_seconds: 600 } },
        { signal: stop.signal, onprogress: () => stop.abort() },
      )
      await expect(made).rejects.toThrow()
    }
    const history = await call('search_history', { kind: 'image' })
    expect(history).toMatchObject({ total: 22 })
    await expect
      .poll(() => call('generate_image', { ...fox, wait_seconds: 0 }))
      .toMatchObject({
        isError: false,
      })
    expect((await readMoney(server.context, account.id)).balance).toBeLessThanOrEqual(
      1_000 - 23 * 8,
    )
  })
})

describe('cancel_generation', () => {
  it('refunds what still waits, once, and nothing of another account', async () => {
    const { key, account } = await testClient(server, { credits: 100 })
    const { call } = await connect(server, key)
    const { id } = (await call('generate_image', { ...stuck, wait_seconds: 0 })) as { id?: string }
    const foreign = await connect(server, (await testClient(server)).key)
    expect(await foreign.call('cancel_generation', { id })).toMatchObject({ code: 'not_found' })
    expect(await call('cancel_generation', { id: 'x' })).toMatchObject({ code: 'not_found' })
    const tries = await Promise.all([1, 2, 3].map(() => call('cancel_generation', { id })))
    for (const one of tries) expect(one).toMatchObject({ isError: false })
    // A worker that has begun the submit wins; it cancels the job once it is known.
    const ended = await call('get_generation', { id, wait_seconds: 600 })
    expect(ended).toMatchObject({ error_code: 'cancelled', credits_refunded: 8 })
    expect(await readMoney(server.context, account.id)).toMatchObject({ balance: 100 })
  })

  it('refuses what has ended, and a key that may only read', async () => {
    const { key, account } = await testClient(server, { credits: 100 })
    const work = { accountId: account.id, model: fluxDev, input: { prompt: 'a fox' } }
    const id = await finishedWork(server.context, work)
    const { call } = await connect(server, key)
    const refused = { isError: true, credits_charged: 0 }
    expect(await call('cancel_generation', { id })).toMatchObject({ ...refused, code: 'too_late' })

    const wanted = { accountId: account.id, name: 'reader', scopes: ['read'] as const }
    const reader = await connect(server, (await createKey(server.context, wanted)).key)
    const answer = await reader.call('cancel_generation', { id })
    expect(answer).toMatchObject({ ...refused, code: 'key_scope' })
  })
})
