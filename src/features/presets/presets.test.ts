import { describe, expect, it } from 'vitest'
import { deleteAccount } from '#core/account-data/delete-account.ts'
import { exportAccount } from '#core/account-data/export-account.ts'
import { unzip } from '#testing/api/collector.ts'
import { testPerson } from '#testing/person.ts'
import { testServer } from '#testing/server.ts'
import type { PresetView } from './contract.ts'
import { maxPresetName, maxPresets } from './rules.ts'

const server = await testServer()
const { context } = server
const path = '/api/presets'

type Person = Awaited<ReturnType<typeof testPerson>>

const wide = {
  name: 'Wide',
  generation_type: 'text-to-image',
  model: 'flux-dev',
  settings: { image_size: 'landscape_16_9', num_images: 2, seed: '18446744073709551615' },
}

async function create({ request }: Person, more: object = {}): Promise<PresetView> {
  const { status, body } = await request('POST', path, { ...wide, ...more })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

const list = async ({ request }: Person, query = '') =>
  (await request('GET', path + query)).body.presets as PresetView[]

const readPresets = (person: Person) =>
  context.database
    .selectFrom('preset')
    .selectAll()
    .where('account_id', '=', person.account.id)
    .execute()

describe('a preset', () => {
  it('is saved, listed by form and name, renamed and deleted', async () => {
    const person = await testPerson(server)
    const preset = await create(person)
    expect(preset).toMatchObject(wide)
    const video = { generation_type: 'text-to-video', model: 'text-to-video', settings: {} }
    await create(person, video)
    await create(person, { name: 'Another' })
    expect((await list(person)).map(({ name }) => name)).toEqual(['Another', 'Wide', 'Wide'])
    expect(await list(person, '?generation_type=text-to-video')).toMatchObject([video])

    const address = `${path}/${preset.id}`
    expect(await person.request('PATCH', address, { name: ' Wider ' })).toMatchObject({
      status: 200,
      body: { ...wide, id: preset.id, name: 'Wider' },
    })
    expect((await person.request('DELETE', address)).status).toBe(204)
    expect((await person.request('DELETE', address)).status).toBe(404)
    expect((await list(person)).map(({ name }) => name)).toEqual(['Another', 'Wide'])
  })

  it('has a name that no other of its form has', async () => {
    const person = await testPerson(server)
    const both = await Promise.all([1, 2].map(() => person.request('POST', path, wide)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const { id } = await create(person, { name: 'Other' })
    expect(await person.request('PATCH', `${path}/${id}`, { name: 'Wide' })).toMatchObject({
      status: 409,
      body: { code: 'preset_exists' },
    })
    expect((await person.request('PATCH', `${path}/${id}`, { name: 'Other' })).status).toBe(200)
  })

  it('is refused with the field that is wrong, and nothing is saved', async () => {
    const person = await testPerson(server)
    const wrong: [object, string, number?][] = [
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(maxPresetName + 1) }, 'name', maxPresetName],
      [{ settings: { prompt: 'a fox' } }, 'prompt'],
      [{ settings: { image_url: 'https://example.com/x.png' } }, 'image_url'],
      [{ settings: { image_size: 'huge' } }, 'image_size'],
      [{ settings: { num_images: 900 } }, 'num_images'],
      [{ settings: { constructor: 'x' } }, 'constructor'],
      [{ settings: { image_size: { $gt: '' } } }, 'settings.image_size'],
      [
        { settings: Object.fromEntries(Array.from({ length: 61 }, (_, n) => [n, 1])) },
        'settings',
        60,
      ],
      [{ account_id: person.account.id }, 'account_id'],
    ]
    for (const [more, field, max] of wrong) {
      const { status, body } = await person.request('POST', path, { ...wide, ...more })
      expect([status, body.code], JSON.stringify(body)).toEqual([400, 'invalid_input'])
      expect(body.fields).toMatchObject([{ field, ...(max !== undefined && { max }) }])
    }
    for (const more of [{ model: 'nothing' }, { generation_type: 'text-to-video' }])
      expect(await person.request('POST', path, { ...wide, ...more })).toMatchObject({
        status: 400,
        body: { code: 'unknown_model' },
      })
    expect(await readPresets(person)).toEqual([])
  })

  it('is one of a hundred at most, also with parallel requests', async () => {
    const person = await testPerson(server)
    const { id: account_id } = person.account
    await context.database
      .insertInto('preset')
      .values(
        Array.from({ length: maxPresets - 2 }, (_, n) => ({
          ...wide,
          id: crypto.randomUUID(),
          account_id,
          name: `${n}`,
          settings: '{}',
        })),
      )
      .execute()
    const made = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => person.request('POST', path, { ...wide, name })),
    )
    expect(made.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(made.filter(({ body }) => body.code === 'too_many_presets')).toHaveLength(2)
    expect(await readPresets(person)).toHaveLength(maxPresets)
  })

  it('is in the export of its account, and deleted with it', async () => {
    const person = await testPerson(server)
    await create(person)
    const chunks: Uint8Array[] = []
    for await (const chunk of exportAccount(context, person.account)) chunks.push(chunk)
    const [first] = await unzip(Buffer.concat(chunks))
    const { presets } = JSON.parse(first?.content.toString() ?? '')
    expect(presets).toMatchObject([wide])
    await deleteAccount(context, person.account, person.account.email)
    await expect.poll(() => readPresets(person)).toEqual([])
  })
})
