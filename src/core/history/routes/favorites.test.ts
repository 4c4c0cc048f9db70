import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { chinese, historyStudio, missingId, modelOf } from '#testing/api/history.ts'
import { histories } from './histories.ts'

const { context, owner } = await historyStudio()
const client = await owner()

describe.each(histories)('POST $base/favorite', ({ base, kind }) => {
  const path = `${base}/favorite`

  it('marks a record, keeps or replaces its tags, and answers with the whole record', async () => {
    const own = await owner()
    const imageId = await own.finish(modelOf(kind).id, {})
    const mark = async (body: object) =>
      (await own.request('POST', path, { imageId, ...body })).body

    const marked = await mark({ isFavorite: true, tags: [' fox ', 'fox', '狐狸', 'x'.repeat(40)] })
    const tags = ['fox', '狐狸', 'x'.repeat(40)]
    expect(marked).toEqual({
      success: true,
      imageId,
      isFavorite: true,
      tags,
      generation: marked.generation,
    })
    const read = async () => (await own.request('GET', `/api/generations/${imageId}`)).body
    expect(marked.generation).toEqual(await read())
    expect(marked.generation).toMatchObject({ id: imageId, is_favorite: true, tags })

    expect(await mark({ isFavorite: false })).toMatchObject({ isFavorite: false, tags })
    expect(await mark({ isFavorite: true, tags: [] })).toMatchObject({ isFavorite: true, tags: [] })
    expect(await mark({ isFavorite: true })).toMatchObject({ isFavorite: true, tags: [] })
    expect(await read()).toMatchObject({ is_favorite: true, tags: [] })
    const { body } = await own.request('GET', `${base}/history?onlyFavorites=true`)
    expect(body).toMatchObject({
      total: 1,
      ...(kind === 'image' && { stats: { favoriteCount: 1 } }),
    })
  })

  it.each([
    [{}, ['imageId', 'isFavorite'], 'required'],
    [{ imageId: 7, isFavorite: true }, ['imageId'], 'wrong_type'],
    [{ imageId: missingId, isFavorite: 'true' }, ['isFavorite'], 'wrong_type'],
    [{ imageId: missingId, isFavorite: true, tags: 'fox' }, ['tags'], 'wrong_type'],
    [{ imageId: missingId, isFavorite: true, tags: ['fox', ' '] }, ['tags.1'], 'required'],
    [{ imageId: missingId, isFavorite: true, tags: ['x'.repeat(41)] }, ['tags.0'], 'too_long'],
    [{ imageId: missingId, isFavorite: true, tags: ['a\u0000b'] }, ['tags.0'], 'wrong_type'],
    [{ imageId: missingId, isFavorite: true, tags: ['\ud83e'] }, ['tags.0'], 'wrong_type'],
    [
      { imageId: missingId, isFavorite: true, tags: Array(21).fill('x') },
      ['tags'],
      'too_many_entries',
    ],
  ])('refuses %j', async (body, fields, problem) => {
    const answer = await client.request('POST', path, body)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(answer.body.fields).toMatchObject(fields.map((field) => ({ field, problem })))
    if (problem === 'too_long')
      expect(answer.body.error).toBe('tags.0 must be at most 40 characters')
    if (problem === 'too_many_entries')
      expect(answer.body.error).toBe('tags may hold at most 20 entries')
  })

  it('reports a failure in the reader’s language', async () => {
    const body = { imageId: missingId, isFavorite: true }
    expect(await client.request('POST', path, body)).toMatchObject({
      status: 404,
      body: { error: 'Failed to update favorite', message: 'Not found', code: 'not_found' },
    })
    expect((await client.request('POST', path, body, chinese)).body).toMatchObject({
      error: '更新收藏失败',
      message: '未找到',
    })
  })
})

it('keeps marks and counts correct with concurrent changes', async () => {
  const own = await owner()
  const ids: string[] = []
  for (let index = 0; index < 10; index++) ids.push(await own.finish('flux-schnell', {}))
  const mark = (imageId: string, isFavorite: boolean) =>
    own.request('POST', '/api/image-generation/favorite', { imageId, isFavorite })
  const answers = await Promise.all(
    ids.flatMap((id) => [mark(id, true), mark(id, false), mark(id, true)]),
  )
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from generation where account_id = ${own.account.id} and is_favorite`.execute(
    context.database,
  )
  const { body } = await own.request('GET', '/api/image-generation/history')
  expect(body.stats).toMatchObject({ totalGenerated: 10, favoriteCount: rows[0]?.count })
  expect(
    (await own.request('GET', '/api/image-generation/history?onlyFavorites=true')).body.total,
  ).toBe(rows[0]?.count)
})
