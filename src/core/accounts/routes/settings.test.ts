import { describe, expect, it } from 'vitest'
import { testPerson } from '#testing/person.ts'
import { testServer } from '#testing/server.ts'
import { AccountView } from '../contract/account.ts'

const server = await testServer()

const change = async ({ request }: Awaited<ReturnType<typeof testPerson>>, body: unknown) =>
  request('PATCH', '/api/account', body)

describe('changing an account', () => {
  it('changes the given fields only, and removes limits with null', async () => {
    const person = await testPerson(server)
    const { body } = await change(person, {
      daily_cap: 500,
      job_ceiling: 100,
      language: 'zh',
      theme: 'light',
    })
    expect(AccountView.parse(body)).toMatchObject({
      limits: { daily_cap: 500, job_ceiling: 100, spent_today: 0 },
      ...{ language: 'zh', theme: 'light', default_public: true },
    })
    const { body: after } = await change(person, {
      daily_cap: null,
      default_public: false,
      theme: null,
    })
    expect(after).toEqual({
      ...body,
      limits: { daily_cap: null, job_ceiling: 100, spent_today: 0 },
      ...{ default_public: false, theme: null },
    })
    expect((await person.request('GET', '/api/account')).body).toEqual(after)
    expect((await change(person, {})).body).toEqual(after)
  })

  it.each([
    [{ daily_cap: 0 }],
    [{ job_ceiling: -1 }],
    [{ daily_cap: 1.5 }],
    [{ daily_cap: 2 ** 40 }],
    [{ daily_cap: '500' }],
    [{ default_public: null }],
    [{ language: 'fr' }],
    [{ theme: 'pink' }],
    [{ credits: 1_000_000 }],
    [{ has_paid: true }],
    [{ owed: 0 }],
  ])('refuses %j and changes nothing', async (body) => {
    const person = await testPerson(server)
    const before = (await person.request('GET', '/api/account')).body
    const answer = await change(person, { theme: 'dark', ...body })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(answer.body.fields[0].message).toContain(Object.keys(body)[0])
    expect((await person.request('GET', '/api/account')).body).toEqual(before)
  })

  it('names the allowed values', async () => {
    const { body } = await change(await testPerson(server), { daily_cap: 0, credits: 5 })
    expect(body.error).toContain('daily_cap must be between 1 and 1000000000')
    expect(body.error).toContain(
      'credits is not one of: daily_cap, job_ceiling, default_public, mail_when_finished, language, theme',
    )
  })

  it('decides whether new generations are public by default', async () => {
    const person = await testPerson(server)
    await change(person, { default_public: false })
    const create = async (more: object) => {
      const body = {
        model: 'flux-dev',
        prompt: 'a fox',
        image_generation_type: 'text-to-image',
        ...more,
      }
      return (await person.request('POST', '/api/image-generation/create', body)).body.generation
        .is_public
    }
    expect(await create({})).toBe(false)
    expect(await create({ isPublic: true })).toBe(true)
  })
})
