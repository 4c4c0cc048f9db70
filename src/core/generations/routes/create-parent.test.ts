import { describe, expect, it } from 'vitest'
import { histories } from '#core/history/routes/histories.ts'
import { historyStudio, missingId, modelOf } from '#testing/api/history.ts'
import { createEndpoints } from './create-endpoints.ts'

const { owner } = await historyStudio()

describe.each(createEndpoints)('POST $path with parent_id', ({ kind }) => {
  const model = modelOf(kind)
  const base = histories.find((history) => history.kind === kind)?.base

  it('records the generation that it repeats, also in its history and after that one is deleted', async () => {
    const client = await owner()
    const read = async (id: string) => (await client.request('GET', `/api/generations/${id}`)).body
    const first = await client.finish(model.id, {})
    const again = await client.wait(model, { parent_id: first })
    expect([(await read(first)).parent_id, (await read(again)).parent_id]).toEqual([null, first])
    await client.request('DELETE', `${base}/delete`, { id: first })
    const { body } = await client.request('GET', `${base}/history`)
    expect(body.data.map(({ generation }: { generation: object }) => generation)).toMatchObject([
      { id: again, parent_id: first },
    ])
  })

  it('drops one that the account cannot see', async () => {
    const [client, other] = [await owner(), await owner()]
    const [foreign, deleted] = [await other.finish(model.id, {}), await client.finish(model.id, {})]
    await other.request('POST', `/api/generations/${foreign}/visibility`, { is_public: false })
    await client.request('DELETE', `${base}/delete`, { id: deleted })
    for (const parent_id of [foreign, deleted, missingId, null]) {
      const id = await client.wait(model, { parent_id })
      expect((await client.request('GET', `/api/generations/${id}`)).body.parent_id).toBeNull()
    }
  })

  it.each(['', 'x', 7, '01990000-0000-7000-8000-00000000000', ['a']])(
    'refuses the invalid id %j',
    async (parent_id) => {
      const client = await owner()
      expect(await client.create(model, { parent_id })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', fields: [{ field: 'parent_id' }] },
      })
    },
  )
})

it('accepts a public one of another account', async () => {
  const [client, other] = [await owner(), await owner()]
  const parent_id = await other.wait(modelOf('image'))
  const id = await client.wait(modelOf('image'), { parent_id })
  expect((await client.request('GET', `/api/generations/${id}`)).body.parent_id).toBe(parent_id)
})
