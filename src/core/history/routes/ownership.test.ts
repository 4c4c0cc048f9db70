import { describe, expect, it } from 'vitest'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { failed, historyStudio, missingId, modelOf, type Owner } from '#testing/api/history.ts'
import { histories } from './histories.ts'

const { app, context, owner } = await historyStudio({ autoRefund: false })

type Call = { method: string; path: string; body?: object }

/** The status endpoints of the kinds that have one. */
const statusCalls: Record<string, string> = {
  '/api/audio-generation': '/api/audio-generation/status?record_id=',
  '/api/image-understanding': '/api/image-understanding/status?job_id=',
}

/** Returns every call with a record's id. `base`: of its kind. */
function callsOn(base: string, id: string): Call[] {
  const status = statusCalls[base]
  return [
    ...(status ? [{ method: 'GET', path: `${status}${id}` }] : []),
    { method: 'GET', path: `/api/generations/${id}` },
    { method: 'POST', path: `/api/generations/${id}/cancel` },
    { method: 'POST', path: `/api/generations/${id}/visibility`, body: { is_public: false } },
    {
      method: 'POST',
      path: `${base}/favorite`,
      body: { imageId: id, isFavorite: true, tags: ['mine'] },
    },
    { method: 'DELETE', path: `${base}/delete`, body: { id } },
    { method: 'DELETE', path: `${base}/delete`, body: { ids: [id], deleteFiles: true } },
    { method: 'POST', path: '/api/generations/restore', body: { ids: [id] } },
    {
      method: 'POST',
      path: '/api/wan/refundCredits',
      body: { request_id: id, reason: 'x', manual_refund: true },
    },
  ]
}

const send = (client: Owner, { method, path, body }: Call) => client.request(method, path, body)

describe.each(histories)('records of $base', ({ base, kind }) => {
  const model = modelOf(kind)
  const [elsewhere] = histories.filter((other) => other.kind !== kind)

  it('are not found by other accounts, like missing ones, and do not change', async () => {
    const [mine, other] = [await owner(), await owner()]
    const id = await mine.finish(model.id, {}, failed)
    const before = await mine.request('GET', `/api/generations/${id}`)
    for (const [place, call] of callsOn(base, id).entries()) {
      const foreign = await send(other, call)
      expect(foreign).toMatchObject({ status: 404, body: { code: 'not_found' } })
      for (const nothing of [missingId, 'nonsense', `${id}0`]) {
        const missing = callsOn(base, nothing)[place]
        if (missing) expect((await send(other, missing)).body).toEqual(foreign.body)
      }
    }
    expect((await mine.request('GET', `/api/generations/${id}`)).body).toEqual(before.body)
  })

  it('do not exist at the endpoints of other kinds', async () => {
    const mine = await owner()
    const id = await mine.finish(model.id, {})
    const createEndpoints = histories.filter((other) => other.kind !== kind)
    const wrong = createEndpoints.flatMap((endpoint) =>
      callsOn(endpoint.base, id).filter(({ path }) => path.startsWith(endpoint.base)),
    )
    expect(wrong.length).toBeGreaterThan(12)
    for (const call of wrong)
      expect(await send(mine, call)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await mine.request('GET', `/api/generations/${id}`)).body).toMatchObject({
      id,
      is_favorite: false,
    })
  })

  it('that are deleted are not found, except for being restored', async () => {
    const mine = await owner()
    const id = await mine.finish(model.id, {}, failed)
    expect((await mine.request('DELETE', `${base}/delete`, { id })).status).toBe(200)
    const calls = callsOn(base, id).filter(({ path }) => !path.endsWith('/restore'))
    for (const call of calls)
      expect(await send(mine, call)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await mine.request('POST', '/api/generations/restore', { ids: [id] })).toMatchObject({
      status: 200,
    })
    const restored = (await mine.request('GET', `/api/generations/${id}`)).body
    expect(restored).toMatchObject({
      id,
      is_favorite: false,
      is_public: true,
      credits_refunded: 0,
      can_refund: true,
    })
  })

  it('require credentials', async () => {
    const calls = [
      ...callsOn(base, missingId),
      { method: 'GET', path: `${base}/history` },
      { method: 'GET', path: `${base}/filters` },
    ]
    for (const { method, path, body } of calls) {
      const answer = await app.request(`http://localhost:3000${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      expect([answer.status, await answer.json()]).toMatchObject([
        401,
        { error: 'Unauthorized', code: 'unauthorized' },
      ])
    }
  })

  it('of a mixed list are deleted and restored if they are the caller’s and of this kind', async () => {
    const [mine, other] = [await owner(), await owner()]
    const [own, foreign] = [await mine.finish(model.id, {}), await other.finish(model.id, {})]
    const different = await mine.finish(modelOf(elsewhere?.kind ?? 'image').id, {})
    const ids = [foreign, own, own, different, missingId, 'nonsense']
    const removed = await mine.request('DELETE', `${base}/delete`, { ids })
    expect(removed).toMatchObject({
      status: 200,
      body: { deletedCount: 1, undo_until: expect.any(String) },
    })
    expect(Date.parse(removed.body.undo_until)).toBeGreaterThan(Date.now())
    expect((await other.request('GET', `${base}/history`)).body.total).toBe(1)
    expect((await mine.request('GET', `/api/generations/${different}`)).status).toBe(200)
    await other.request('DELETE', `${base}/delete`, { id: foreign })

    const restored = await mine.request('POST', '/api/generations/restore', {
      ids: [own, foreign, 'nonsense'],
    })
    expect(restored).toMatchObject({ status: 200, body: { restoredCount: 1 } })
    expect((await mine.request('GET', `${base}/history`)).body.total).toBe(1)
    expect((await other.request('GET', `${base}/history`)).body.total).toBe(0)
  })

  it('are deleted and restored by valid lists, with the limits reported', async () => {
    const mine = await owner()
    for (const [call, body, fields] of [
      ['delete', {}, [{ field: 'ids', problem: 'required' }]],
      ['delete', { ids: [] }, [{ field: 'ids', problem: 'required' }]],
      ['delete', { ids: 'all' }, [{ field: 'ids', problem: 'wrong_type' }]],
      ['delete', { id: 7 }, [{ field: 'id', problem: 'wrong_type' }]],
      ['delete', { ids: ['a', 7] }, [{ field: 'ids.1', problem: 'wrong_type' }]],
      [
        'delete',
        { ids: Array(1000).fill(missingId) },
        [{ field: 'ids', problem: 'too_many_entries', max: 500 }],
      ],
      ['restore', {}, [{ field: 'ids', problem: 'required' }]],
      ['restore', { ids: [] }, [{ field: 'ids', problem: 'required' }]],
      [
        'restore',
        { ids: Array(501).fill(missingId) },
        [{ field: 'ids', problem: 'too_many_entries', max: 500 }],
      ],
    ] as const) {
      const [method, path] =
        call === 'delete' ? ['DELETE', `${base}/delete`] : ['POST', '/api/generations/restore']
      const answer = await mine.request(method, path, body)
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', fields } })
    }
    const tooMany = await mine.request('DELETE', `${base}/delete`, { ids: Array(501).fill('x') })
    expect(tooMany.body.error).toBe('ids may hold at most 500 entries')
  })
})

it('cannot be changed by another site’s page with a cookie', async () => {
  const mine = await owner()
  const headers = { origin: 'https://evil.example' }
  for (const { method, path, body } of callsOn('/api/image-generation', missingId)) {
    const { status } = await mine.request(method, path, body, headers)
    expect(status).toBe(method === 'GET' ? 404 : 403)
  }
})

it('the ledger stays consistent', async () => {
  expect(await verifyLedger(context)).toMatchObject({ faults: [] })
})
