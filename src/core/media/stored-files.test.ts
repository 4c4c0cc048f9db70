import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { NotStored } from '#platform/storage/storage.ts'
import { testContext } from '#testing/context.ts'
import { oneChunk, storeFile } from './stored-files.ts'

const context = await testContext()
const options = { maxBytes: 99, contentType: 'image/png' }

it('lists a file for deletion before it gets its name', async () => {
  const key = 'generations/a/0.png'
  const storing = storeFile(context, key, watching(oneChunk(Buffer.from('picture'))), options)
  async function* watching(body: AsyncIterable<Uint8Array>) {
    yield* body
    await expect(context.storage.read(key)).rejects.toThrow(NotStored)
  }
  expect(await storing).toMatchObject({ bytes: 7 })
  const { rows } = await sql`select from storage_garbage where storage_key = ${key}`.execute(
    context.database,
  )
  expect(rows).toHaveLength(1)
  expect(String(await buffer(await context.storage.read(key)))).toBe('picture')
})

it('gives a file that cannot be listed no name', async () => {
  const key = 'generations/b/0.png'
  const database = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' }, () => undefined)
  onTestFinished(() => database.destroy())
  const storing = storeFile(
    { ...context, database },
    key,
    oneChunk(Buffer.from('picture')),
    options,
  )
  await expect(storing).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await expect(context.storage.read(key)).rejects.toThrow(NotStored)
})

it('keeps nothing of a body that breaks off', async () => {
  const key = 'generations/c/0.png'
  async function* breaking() {
    yield Buffer.from('pic')
    throw new Error('the line is cut')
  }
  await expect(storeFile(context, key, breaking(), options)).rejects.toThrow('the line is cut')
  await expect(context.storage.read(key)).rejects.toThrow(NotStored)
})
