import { expect, it } from 'vitest'
import { deleteAccount } from '#core/account-data/delete-account.ts'
import { exportAccount } from '#core/account-data/export-account.ts'
import { unzip } from '#testing/api/collector.ts'
import { readRow } from '#testing/drive.ts'
import { testPerson } from '#testing/person.ts'
import { testServer } from '#testing/server.ts'
import type { NoteView } from './contract.ts'

const server = await testServer()
const { context } = server

type Person = Awaited<ReturnType<typeof testPerson>>

async function makeImage({ request }: Person, more: object = {}): Promise<string> {
  const wanted = { model: 'flux-schnell', prompt: 'a fox', image_size: 'square', ...more }
  const { body } = await request('POST', '/api/image-generation/create', wanted)
  const isEnded = async () => (await readRow(context, body.id)).step === null
  await expect.poll(isEnded, { timeout: 30_000 }).toBe(true)
  return body.id
}

const listNotes = async ({ request }: Person): Promise<NoteView[]> =>
  (await request('GET', '/api/notes')).body.notes

it('is written, changed and deleted, by its owner alone', async () => {
  const person = await testPerson(server)
  const id = await makeImage(person)
  const put = (who: Person, note: string) => who.request('PUT', `/api/notes/${id}`, { note })
  expect((await put(person, ' For the poster ')).body).toMatchObject({ id, note: 'For the poster' })
  expect((await put(await testPerson(server), 'x')).status).toBe(404)
  expect((await put(person, 'x'.repeat(501))).body.fields[0]).toMatchObject({ field: 'note' })
  await put(person, 'For the cover')
  expect(await listNotes(person)).toMatchObject([{ id, note: 'For the cover' }])
  expect((await put(person, '')).status).toBe(204)
  expect(await listNotes(person)).toEqual([])
})

it('is taken over by a generation that repeats its own, in the statement that ends it', async () => {
  const person = await testPerson(server)
  const id = await makeImage(person)
  await person.request('PUT', `/api/notes/${id}`, { note: 'For the poster' })
  const again = await makeImage(person, { parent_id: id })
  const notes = await listNotes(person)
  expect(new Map(notes.map((one) => [one.id, one.note])).get(again)).toBe('For the poster')
})

it('is in the export of its account, and deleted with it', async () => {
  const person = await testPerson(server)
  const id = await makeImage(person)
  await person.request('PUT', `/api/notes/${id}`, { note: 'For the poster' })
  const parts: Uint8Array[] = []
  for await (const part of exportAccount(context, person.account)) parts.push(part)
  const [first] = await unzip(Buffer.concat(parts))
  const exported = JSON.parse(first?.content.toString() ?? '')
  expect(exported.notes).toMatchObject([{ generation_id: id, note: 'For the poster' }])
  await deleteAccount(context, person.account, person.account.email)
  expect(await context.database.selectFrom('record_note').selectAll().execute()).not.toContainEqual(
    expect.objectContaining({ account_id: person.account.id }),
  )
})
