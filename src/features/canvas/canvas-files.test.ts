import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { deleteOrphanedFiles } from '#core/jobs/orphaned-files.ts'
import { oneChunk } from '#core/media/stored-files.ts'
import { sampleFile } from '#testing/files.ts'
import { deleteUnnamedFiles } from './delete-unnamed-files.ts'
import { takeFile } from './files.ts'
import { keptVersions, maxAccountBytes, maxFileBytes } from './rules.ts'
import {
  canvasTests,
  documentOf,
  fileOf,
  imageLayer,
  pngOf,
  type TestPerson,
} from './test-support.ts'

const { person, create, save, send, server } = await canvasTests()
const { context } = server
const { database, storage } = context
const path = '/api/canvas/documents'

const layersOf = (...hashes: string[]) => ({
  document: documentOf(hashes.map((sha256, n) => imageLayer(`l${n}`, sha256))),
})

const readFiles = ({ account }: TestPerson) =>
  database.selectFrom('canvas_file').selectAll().where('account_id', '=', account.id).execute()

/** Listed files without a record, whenever they are to be deleted. */
const listed = async () =>
  (
    await database
      .selectFrom('storage_garbage')
      .select('storage_key')
      .where('storage_key', 'like', 'canvas/%')
      .execute()
  ).map(({ storage_key }) => storage_key)

/** As if a day had passed since this person sent the files. */
const letADayPass = ({ account }: TestPerson) =>
  database
    .updateTable('canvas_file')
    .set({ check_at: new Date(0) })
    .where('account_id', '=', account.id)
    .where('check_at', 'is not', null)
    .execute()

async function clean(one: TestPerson) {
  await letADayPass(one)
  await deleteUnnamedFiles(context)
  await deleteOrphanedFiles(context)
}

const get = ({ headers }: TestPerson, id: string, sha256: string, more = {}) =>
  server.app.request(`http://localhost:3000${path}/${id}/files/${sha256}`, {
    headers: { ...headers, ...more },
  })

describe('a file of pixels', () => {
  it('is stored once and served to its owner for good', async () => {
    const ada = await person()
    const { id } = await create(ada)
    const file = await pngOf(1)
    const sent = { sha256: file.sha256, content_type: 'image/png', width: 64, height: 48 }
    const body = { ...sent, bytes: file.bytes.length }
    expect(await send(ada, id, file)).toEqual({ status: 200, body })
    const key = await file.keyOf(ada)
    expect(await listed()).not.toContain(key)
    // The body is not looked at again.
    expect(await send(ada, id, { bytes: Buffer.from('x'), sha256: file.sha256 })).toEqual({
      status: 200,
      body,
    })
    expect(await readFiles(ada)).toHaveLength(1)

    const answer = await get(ada, id, file.sha256)
    expect(Buffer.from(await answer.arrayBuffer()).equals(file.bytes)).toBe(true)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
      etag: `"${file.sha256}"`,
    })
    const again = await get(ada, id, file.sha256, { 'if-none-match': `"${file.sha256}"` })
    expect(again.status).toBe(304)
  })

  it('may be a WebP image', async () => {
    const ada = await person()
    const { id } = await create(ada)
    const file = await fileOf(
      await sharp(await sampleFile('photo.png'))
        .webp()
        .toBuffer(),
    )
    expect(await send(ada, id, file)).toMatchObject({
      status: 200,
      body: { content_type: 'image/webp' },
    })
  })

  it('is one file for twenty parallel requests, ten at a time', async () => {
    const ada = await person()
    const { id } = await create(ada)
    const file = await pngOf(2)
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(ada, id, file)))
    const codes = answers.map(({ status, body }) => body.code ?? status)
    expect(new Set(codes).difference(new Set([200, 'too_many_uploads']))).toEqual(new Set())
    expect(codes).toContain(200)
    expect(await readFiles(ada)).toHaveLength(1)
    await deleteOrphanedFiles(context)
    expect(await storage.size(await file.keyOf(ada))).toBe(file.bytes.length)
  })

  it('is missing to other accounts, also by a document of theirs', async () => {
    const [ada, ben] = [await person(), await person()]
    const [{ id }, own] = [await create(ada), await create(ben)]
    const file = await pngOf(3)
    await send(ada, id, file)
    for (const document of [id, own.id])
      expect((await get(ben, document, file.sha256)).status).toBe(404)
    expect((await send(ben, id, file)).status).toBe(404)
    expect(await save(ben, own.id, 1, layersOf(file.sha256))).toMatchObject({
      status: 422,
      body: { code: 'canvas_file_missing', file: file.sha256 },
    })
  })

  it('has to be sent before a version names it', async () => {
    const ada = await person()
    const { id } = await create(ada)
    const [one, two] = [await pngOf(4), await pngOf(5)]
    await send(ada, id, one)
    const both = layersOf(one.sha256, two.sha256)
    expect(await save(ada, id, 1, both)).toMatchObject({
      status: 422,
      body: { code: 'canvas_file_missing', file: two.sha256 },
    })
    expect(await save(ada, id, 1, { thumbnail: two.sha256 })).toMatchObject({ status: 422 })
    const created = { name: 'x', width: 1, height: 1, ...both }
    expect(await ada.request('POST', path, created)).toMatchObject({ status: 422 })
    await send(ada, id, two)
    expect(await save(ada, id, 1, both)).toMatchObject({ status: 200, body: { version: 2 } })
  })
})

describe('a file that is refused', () => {
  it('leaves no record and no file', async () => {
    const ada = await person()
    const { id } = await create(ada)
    const png = await pngOf(6)
    const [wide, jpeg] = [
      await pngOf(7, { width: 8_193, height: 1 }),
      await sampleFile('photo.jpg'),
    ]
    const header = Buffer.from(png.bytes)
    header.fill(0, 16, 24)
    const cases: [Buffer, number, string][] = [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, 'canvas_file_type'],
      [jpeg, 415, 'canvas_file_type'],
      [Buffer.alloc(0), 400, 'empty_file'],
      [png.bytes.subarray(0, -20), 400, 'broken_file'],
      [header, 400, 'broken_file'],
      [wide.bytes, 400, 'canvas_side_too_long'],
    ]
    const before = new Set(await listed())
    for (const [bytes, status, code] of cases)
      expect(await send(ada, id, await fileOf(bytes)), code).toMatchObject({
        status,
        body: { code },
      })
    expect(await send(ada, id, png, wide.sha256)).toMatchObject({
      status: 400,
      body: { code: 'canvas_file_differs', file: png.sha256 },
    })
    expect((await send(ada, id, png, 'x')).status).toBe(404)
    expect(await readFiles(ada)).toEqual([])
    await expect
      .poll(async () => {
        await deleteOrphanedFiles(context)
        return new Set(await listed()).difference(before)
      })
      .toEqual(new Set())
  })

  it('is too large, by its length or by its bytes', async () => {
    const ada = await person()
    const { id } = await create(ada)
    const tooLarge = { status: 413, code: 'file_too_large', max: maxFileBytes }
    const chunk = (await pngOf(8)).bytes
    async function* endless() {
      yield chunk
      for (let bytes = 0; bytes <= maxFileBytes; bytes += 2 ** 20) yield new Uint8Array(2 ** 20)
    }
    const which = { id, accountId: ada.account.id, sha256: 'a'.repeat(64) }
    await expect(takeFile(context, which, endless())).rejects.toMatchObject({
      refusal: { reason: tooLarge.code, max: tooLarge.max },
    })
    const address = `http://localhost:3000${path}/${id}/files/${which.sha256}`
    const headers = { ...ada.headers, 'content-length': `${maxFileBytes + 1}` }
    const answer = await server.app.request(address, { method: 'PUT', headers, body: 'x' })
    expect(answer.status).toBe(tooLarge.status)
    expect(await readFiles(ada)).toEqual([])
  })

  it('is one of a suspended account', async () => {
    const ada = await person()
    const { id } = await create(ada)
    await database
      .updateTable('account')
      .set({ suspended_at: new Date() })
      .where('id', '=', ada.account.id)
      .execute()
    expect(await send(ada, id, await pngOf(9))).toMatchObject({
      status: 403,
      body: { code: 'account_suspended' },
    })
  })

  it('is beyond the account’s two gibibytes, also with parallel requests', async () => {
    const ada = await person()
    const { id } = await create(ada)
    const files = await Promise.all(Array.from({ length: 8 }, (_, n) => pngOf(100 + n)))
    const left = 3 * Math.max(...files.map(({ bytes }) => bytes.length))
    const row = { account_id: ada.account.id, sha256: '0'.repeat(64), storage_key: 'canvas/x.png' }
    const measures = { width: 1, height: 1, content_type: 'image/png' as const, check_at: null }
    await database
      .insertInto('canvas_file')
      .values({ ...row, ...measures, bytes: maxAccountBytes - left })
      .execute()
    const answers = await Promise.all(files.map((file) => send(ada, id, file)))
    const taken = answers.filter(({ status }) => status === 200)
    expect(taken.length).toBeGreaterThanOrEqual(3)
    const others = answers.filter(({ status }) => status !== 200)
    expect(others.length).toBeGreaterThan(0)
    for (const { status, body } of others) {
      expect([status, body.code]).toEqual([409, 'canvas_storage_full'])
      expect(body.max).toBe(maxAccountBytes)
    }
    const used = (await readFiles(ada)).reduce((sum, { bytes }) => sum + bytes, 0)
    expect(used).toBeLessThanOrEqual(maxAccountBytes)
  })
})

describe('the cleanup', () => {
  it('deletes files that no kept version names, after a day', async () => {
    const ada = await person()
    const { id } = await create(ada)
    const [first, second, unnamed] = [await pngOf(20), await pngOf(21), await pngOf(22)]
    for (const file of [first, second, unnamed]) await send(ada, id, file)
    await save(ada, id, 1, layersOf(first.sha256))
    await save(ada, id, 2, layersOf(second.sha256))
    const [firstKey, unnamedKey] = [await first.keyOf(ada), await unnamed.keyOf(ada)]
    await deleteUnnamedFiles(context)
    expect(await readFiles(ada)).toHaveLength(3)
    await clean(ada)
    expect(await readFiles(ada)).toHaveLength(2)
    expect(await storage.size(unnamedKey)).toBeNull()

    for (let version = 3; version < keptVersions + 3; version++)
      expect((await save(ada, id, version, layersOf(second.sha256))).status).toBe(200)
    await deleteUnnamedFiles(context)
    expect(await readFiles(ada)).toHaveLength(2)
    await clean(ada)
    expect(await readFiles(ada)).toMatchObject([{ sha256: second.sha256, check_at: null }])
    expect(await storage.size(firstKey)).toBeNull()
    expect((await buffer(await storage.read(await second.keyOf(ada)))).equals(second.bytes)).toBe(
      true,
    )
  })

  it('keeps files that are sent again, and those of a copy', async () => {
    const ada = await person()
    const { id } = await create(ada)
    const [file, again] = [await pngOf(23), await pngOf(24)]
    for (const each of [file, again]) await send(ada, id, each)
    await save(ada, id, 1, { ...layersOf(file.sha256), thumbnail: file.sha256 })
    const copy = await ada.request('POST', `${path}/${id}/copy`, { name: 'Copy' })
    await ada.request('DELETE', `${path}/${id}`)
    await letADayPass(ada)
    await send(ada, copy.body.id, again)
    await deleteUnnamedFiles(context)
    expect((await readFiles(ada)).map(({ sha256 }) => sha256).toSorted()).toEqual(
      [file.sha256, again.sha256].toSorted(),
    )
    await ada.request('DELETE', `${path}/${copy.body.id}`)
    await clean(ada)
    expect(await readFiles(ada)).toEqual([])
  })

  it('keeps a thumbnail as long as the document has it', async () => {
    const ada = await person()
    const { id } = await create(ada)
    const file = await pngOf(25)
    await send(ada, id, file)
    await save(ada, id, 1, { thumbnail: file.sha256 })
    for (let version = 2; version < keptVersions + 4; version++) await save(ada, id, version)
    await clean(ada)
    expect(await readFiles(ada)).toMatchObject([{ sha256: file.sha256 }])
  })

  it('deletes a file whose record never came', async () => {
    const ada = await person()
    const { id } = await create(ada)
    const file = await pngOf(26)
    const before = new Set(await listed())
    const dying = {
      ...context,
      contributions: {
        ...context.contributions,
        refusedHashes: [() => new Promise<never>(() => undefined)],
      },
    }
    const which = { id, accountId: ada.account.id, sha256: file.sha256 }
    // It stops between the file and its record, as a killed process does.
    void takeFile(dying, which, oneChunk(file.bytes))
    let key = ''
    await expect
      .poll(async () => {
        key = (await listed()).find((one) => !before.has(one)) ?? ''
        return key && (await storage.size(key))
      })
      .toBe(file.bytes.length)
    expect(await readFiles(ada)).toEqual([])
    await database
      .updateTable('storage_garbage')
      .set({ not_before: new Date(0) })
      .where('storage_key', '=', key)
      .execute()
    await deleteOrphanedFiles(context)
    expect(await storage.size(key)).toBeNull()
    expect(await send(ada, id, file)).toMatchObject({ status: 200 })
  })
})
