import { expect, it } from 'vitest'
import type { SomeSettings } from '#core/settings/contract/studio-settings.ts'
import { readMoney } from '#testing/context.ts'
import { createRequester, testPerson } from '#testing/person.ts'
import { testServer } from '#testing/server.ts'
import { testSettings } from '#testing/settings.ts'
import { createApiKey } from '../api-keys.ts'

const studio = { reader: testSettings() }
const server = await testServer(
  {},
  {
    settings: {
      current: () => studio.reader.current(),
      refresh: async () => undefined,
      onChange: () => () => undefined,
    },
  },
)
const use = (settings: SomeSettings) => {
  studio.reader = testSettings(settings)
}
const terms_url = 'https://studio.example.com/terms'

async function person() {
  const { account, request } = await testPerson(server, { credits: 500 })
  const key = await createApiKey(server.context, account.id, 'test')
  const program = createRequester(server.app, { authorization: `Bearer ${key}` })
  const create = (as: typeof request, request_id?: string) =>
    as('POST', '/api/image-generation/create', {
      ...{ model: 'flux-dev', prompt: 'a fox', image_size: 'square', request_id },
    })
  const accept = (version: number, as = request) =>
    as('PATCH', '/api/account', { accept_terms: version })
  return { account, request, program, create, accept }
}
const refused = { status: 403, body: { code: 'terms_not_accepted' } }

it('nothing is made, by page or key, before the terms of now are accepted', async () => {
  use({ terms_url, terms_version: 3 })
  const { account, request, program, create, accept } = await person()
  for (const as of [request, program]) expect(await create(as)).toMatchObject(refused)
  expect((await readMoney(server.context, account.id)).balance).toBe(500)
  expect((await request('GET', '/api/settings')).body).toMatchObject({
    terms_url,
    terms_version: 3,
  })

  for (const version of [2, 4])
    expect(await accept(version)).toMatchObject({ status: 409, body: { code: 'terms_changed' } })
  expect(await accept(3, program)).toMatchObject({ status: 403, body: { code: 'session_needed' } })
  for (const version of [0, 1.5, '3'])
    expect(await accept(version as number)).toMatchObject({ status: 400 })
  expect((await request('GET', '/api/account')).body.accepted_terms).toBeNull()

  const { status, body } = await accept(3)
  expect([status, body.accepted_terms]).toMatchObject([200, { version: 3 }])
  expect((await accept(3)).body.accepted_terms).toEqual(body.accepted_terms)
  for (const as of [request, program]) expect(await create(as)).toMatchObject({ status: 200 })
})

it('a raised version is asked for again, and an earlier request is still answered', async () => {
  use({ privacy_url: terms_url })
  const { request, program, create, accept } = await person()
  expect((await accept(1)).status).toBe(200)
  const first = await create(program, 'request-1')
  expect(first.status).toBe(200)
  use({ privacy_url: terms_url, terms_version: 2 })
  for (const as of [request, program]) expect(await create(as)).toMatchObject(refused)
  expect((await create(program, 'request-1')).body.id).toBe(first.body.id)
  expect((await request('GET', '/api/account')).body.accepted_terms).toMatchObject({ version: 1 })
  expect((await accept(2)).body.accepted_terms).toMatchObject({ version: 2 })
  expect(await create(program)).toMatchObject({ status: 200 })
})

it('without an address nothing has to be accepted, and nothing can be', async () => {
  use({ terms_version: 7 })
  const { request, create, accept } = await person()
  expect(await create(request)).toMatchObject({ status: 200 })
  expect(await accept(7)).toMatchObject({ status: 409, body: { code: 'terms_changed' } })
  expect((await request('GET', '/api/settings')).body.terms_version).toBe(0)
})
